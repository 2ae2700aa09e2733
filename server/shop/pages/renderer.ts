/** Runs the web build's server half: one address in, one page of HTML out. */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Parser } from 'htmlparser2';
import type {
  createRequestHandler,
  RouterContext,
  RouterContextProvider,
  ServerBuild,
} from 'react-router';
import type { PageServices } from '../../../contract/pages.ts';

export interface RenderedPage {
  status: number;
  html: string;
  /** SHA-256, base64, of the shop's own inline scripts. */
  scriptHashes: string[];
}

/** The pages of a server. */
export interface Pages {
  render: RenderPage;
  /** Serves the files that the pages load. */
  serveAssets(app: FastifyInstance): Promise<void>;
  /** Changes with the code of server and pages. */
  buildId: string;
  /** Renders for each request, and lets tools add scripts to the page. */
  isDevelopment: boolean;
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
    // Loaders read path and parameters only; the host is a placeholder.
    const response = await handle(new Request(new URL(address, 'http://shop.invalid')), context);
    const html = await response.text();
    return {
      status: response.status,
      // A page is cached and sent to many, so a nonce would be no secret: browsers get hashes.
      html: html.replaceAll(` nonce="${nonce}"`, ''),
      scriptHashes: hashScripts(html, nonce),
    };
  };
}

/** The hashes of the inline scripts that carry the nonce, which nothing else in the page knows. */
function hashScripts(html: string, nonce: string): string[] {
  const sources: string[] = [];
  let isOwn = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isOwn = name === 'script' && attributes.nonce === nonce && attributes.src === undefined;
      if (isOwn) sources.push('');
    },
    ontext(text) {
      if (isOwn) sources[sources.length - 1] += text;
    },
    onclosetag() {
      isOwn = false;
    },
  });
  parser.end(html);
  return sources.map((source) => hash('sha256', source, 'base64'));
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
