/** Has a page fetch and run its scripts when it has been painted: what is painted first needs none. */
import { hash } from 'node:crypto';

export interface PageOfScripts {
  html: string;
  /** SHA-256, base64, of the inline scripts that are the page's own. */
  scriptHashes: string[];
}

/**
 * Runs in the page, last. A page that nobody looks at isn't painted, and runs them at once; a browser that
 * tells nothing of its paints gets half a second behind its first frame for them.
 */
const RUN_WHEN_PAINTED = `new Promise((painted) => {
  if (document.hidden) painted();
  new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  requestAnimationFrame(() => setTimeout(painted, 500));
}).then(() => {
  for (const link of document.querySelectorAll("link[rel=late]"))
    link.replaceWith(Object.assign(link.cloneNode(), { rel: "modulepreload" }));
  for (const { type, text } of document.querySelectorAll("script[type^=late]"))
    document.head.append(Object.assign(document.createElement("script"), { type: type.slice(5), text }));
});`;

/**
 * A page is rendered once and sent to many, so a nonce would be no secret. It only tells the shop's
 * own scripts from anything that got into the page otherwise; what goes out are their hashes.
 * @param html as React Router renders it: with its data and one module, whose imports are preloaded
 * @param nonce of the scripts that are the shop's own
 */
export function runScriptsLate(html: string, nonce: string): PageOfScripts {
  const own = new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g');
  const scriptHashes = [hashOf(RUN_WHEN_PAINTED)];
  const marked = html
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replaceAll(own, (_, before: string, behind: string, source: string) => {
      if (source !== '') scriptHashes.push(hashOf(source));
      return `<script${lateType(before + behind, source)}>${source}</script>`;
    })
    .replaceAll(` nonce="${nonce}"`, '');
  const end = marked.lastIndexOf('</body>');
  return {
    html: `${marked.slice(0, end)}<script>${RUN_WHEN_PAINTED}</script>${marked.slice(end)}`,
    scriptHashes,
  };
}

/** Only the router's scripts are late: where the page was scrolled to, say, is seen at once. */
function lateType(attributes: string, source: string): string {
  if (attributes.includes(' type="module"')) return ' type="late/module"';
  return source.startsWith('window.__reactRouterContext') ? ' type="late/"' : attributes;
}

function hashOf(source: string): string {
  return hash('sha256', source, 'base64');
}
