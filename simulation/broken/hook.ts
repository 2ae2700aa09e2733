/** Loads modules of broken shops: `module.ts?shop=3` and whatever it imports have the replacements of the fourth shop. */
import { registerHooks } from 'node:module';
import { shops } from './shops.ts';

const PARAMETER = 'shop';
const all = Object.values(shops);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const shop = context.parentURL && new URL(context.parentURL).searchParams.get(PARAMETER);
    const isOurs = resolved.url.endsWith('.ts') && !resolved.url.includes('/node_modules/');
    return shop && isOurs ? { ...resolved, url: `${resolved.url}?${PARAMETER}=${shop}` } : resolved;
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [module, query] = url.split('?');
    const shop = all[Number(new URLSearchParams(query).get(PARAMETER) ?? -1)];
    const own = shop?.replacements.filter((each) => each.module === module) ?? [];
    if (own.length === 0) return loaded;
    const source = own.reduce((text, { from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${module} must contain once: ${from}`);
      return text.replace(from, () => to);
    }, String(loaded.source));
    return { ...loaded, source };
  },
});
