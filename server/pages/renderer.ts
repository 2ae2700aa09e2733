/** Runs the web build's server half: one address in, one page of HTML out. */
import { randomBytes } from 'node:crypto';
import type {
  createRequestHandler,
  RouterContext,
  RouterContextProvider,
  ServerBuild,
} from 'react-router';
import type { PageServices } from '../../contract/pages.ts';
import { type PageOfScripts, runScriptsLate } from './late-scripts.ts';

export interface RenderedPage extends PageOfScripts {
  status: number;
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
    return { status: response.status, ...runScriptsLate(await response.text(), nonce) };
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
