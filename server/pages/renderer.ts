/** Runs the web build's server half: one address in, one page of HTML out. */
import { createHash, randomBytes } from 'node:crypto';
import type {
  createRequestHandler,
  RouterContext,
  RouterContextProvider,
  ServerBuild,
} from 'react-router';
import type { PageServices } from '../../contract/pages.ts';

export interface RenderedPage {
  status: number;
  html: string;
  /** SHA-256, base64, of the inline scripts that are the page's own. */
  scriptHashes: string[];
}

/** The renderer adds the nonce. */
export type RenderServices = Omit<PageServices, 'nonce'>;

export type RenderPage = (address: string, services: RenderServices) => Promise<RenderedPage>;

/** @param loadBuild the web build's server half: made by `react-router build`, or by Vite on the fly */
export function pageRenderer(loadBuild: () => Promise<ServerBuild>, mode: string): RenderPage {
  return async (address, services) => {
    const build = await loadBuild();
    const router = routerOf(build);
    const handle = router.createRequestHandler(build, mode);
    const nonce = randomBytes(16).toString('base64url');
    const context = new router.RouterContextProvider();
    context.set(router.pageContext, { ...services, nonce });
    // Loaders read path and parameters only; the host is nobody's.
    const response = await handle(new Request(new URL(address, 'http://shop.invalid')), context);
    const html = yieldToPaint(await response.text());
    return { status: response.status, ...hashScripts(html, nonce) };
  };
}

/** What the web build exports beside its entry: it brings its router with it. */
interface Router {
  createRequestHandler: typeof createRequestHandler;
  RouterContextProvider: typeof RouterContextProvider;
  /** The key under which loaders look for the services. */
  pageContext: RouterContext<PageServices>;
}

function routerOf(build: ServerBuild): Router {
  // React Router types no more of the entry than it needs itself.
  const { createRequestHandler, RouterContextProvider, pageContext } = build.entry
    .module as Partial<Router>;
  if (!createRequestHandler || !RouterContextProvider || !pageContext) {
    throw new Error('The web build exports no router');
  }
  return { createRequestHandler, RouterContextProvider, pageContext };
}

/**
 * What is painted first needs no script, so scripts wait behind styles and pictures. React Router
 * names its modules itself, and has no setting for how urgent they are.
 */
function yieldToPaint(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
}

/**
 * A page is rendered once and sent to many, so a nonce would be no secret. It only tells the shop's
 * own scripts from anything that got into the page otherwise; what goes out are their hashes.
 */
function hashScripts(html: string, nonce: string): Omit<RenderedPage, 'status'> {
  const scriptHashes: string[] = [];
  const own = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g');
  for (const [, source = ''] of html.matchAll(own)) {
    if (source !== '') scriptHashes.push(createHash('sha256').update(source).digest('base64'));
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), scriptHashes };
}
