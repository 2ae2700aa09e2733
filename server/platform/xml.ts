/** Escapes text for XML; U+FFFE and U+FFFF, which XML can't have, become replacement characters. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}
