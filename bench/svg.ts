/** What all pictures of the benches have: a name and a description, and a background, so that they read on a dark page. */

interface Svg {
  title: string;
  description: string;
  /** Both in the picture's own units. */
  width: number;
  height: number;
  font: { family: string; size: number };
}

/** @param content elements of SVG */
export function svgOf({ title, description, width, height, font }: Svg, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc"
  viewBox="0 0 ${width} ${height}" font-family="${font.family}" font-size="${font.size}">
<title id="title">${escapeText(title)}</title>
<desc id="desc">${escapeText(description)}</desc>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${content}
</svg>
`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
