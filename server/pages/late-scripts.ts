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
  const { text } = document.querySelector("script[type=late]");
  document.head.append(Object.assign(document.createElement("script"), { type: "module", text }));
});`;

/**
 * A page is rendered once and sent to many, so a nonce would be no secret. It only tells the shop's
 * own scripts from anything that got into the page otherwise; what goes out are their hashes.
 * @param html as React Router renders it: with its data and one module, whose imports are preloaded
 * @param nonce of the scripts that are the shop's own
 */
export function runScriptsLate(html: string, nonce: string): PageOfScripts {
  const own = new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g');
  const atOnce = [RUN_WHEN_PAINTED];
  const late: string[] = [];
  const marked = html
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replaceAll(own, (_, before: string, behind: string, source: string) => {
      const attributes = before + behind;
      const isLate = isOfRouter(attributes, source);
      if (source !== '') (isLate ? late : atOnce).push(source);
      return isLate ? '<script></script>' : `<script${attributes}>${source}</script>`;
    })
    .replaceAll(` nonce="${nonce}"`, '');
  const lateScript = late.join('\n');
  const end = marked.lastIndexOf('</body>');
  return {
    html: `${marked.slice(0, end)}<script type="late">${lateScript}</script><script>${RUN_WHEN_PAINTED}</script>${marked.slice(end)}`,
    scriptHashes: [...atOnce, lateScript].map(hashOf),
  };
}

/** All others run at once: where the page was scrolled to, say, is seen from its first frame. */
function isOfRouter(attributes: string, source: string): boolean {
  return attributes.includes(' type="module"') || source.startsWith('window.__reactRouterContext');
}

function hashOf(source: string): string {
  return hash('sha256', source, 'base64');
}
