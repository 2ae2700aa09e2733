/** Divides the pages' code into files. The fewer they are, the smaller; but a page loads little that it doesn't need. */
import type { Rolldown } from 'vite';

const LIBRARY = /[\\/]node_modules[\\/](?!@base-ui)/;
/**
 * `entry.client.tsx` keeps a file of its own, because it must run last; `cart-panel.tsx`, because the checkout shares
 * its lines alone.
 */
const OWN =
  /[\\/](?:contract|web)[\\/](?!entry\.client|cart[\\/]cart-panel)|vite[\\/]preload-helper/;
/** What every page imports. */
const EVERY_PAGE = /[\\/]web[\\/](?:entry\.client|root)\.tsx/;
/** What the first page imports, which is the list of products. */
const FIRST_PAGE = /[\\/]web[\\/]routes[\\/]products[\\/]route\.tsx/;
/** What the cart beside or over the products imports. Visitors don't load it. */
const CART = /[\\/]web[\\/]cart[\\/]cart-panel\.tsx/;
/** The checkout loads nothing that only other screens share. */
const CHECKOUT = /[\\/]web[\\/]routes[\\/]checkout[\\/]route\.tsx/;
/** The forms with a password load nothing that only the other screens share. */
const LOGIN = /[\\/]web[\\/]routes[\\/]login[\\/]route\.tsx/;

export const pageScripts: Rolldown.CodeSplittingOptions = {
  groups: [
    // Apart from the shop's code, because libraries change rarely.
    group('library', LIBRARY, EVERY_PAGE),
    // Loaded when somebody presses a button for passkeys.
    { name: 'passkeys', test: /[\\/]@simplewebauthn[\\/]/ },
    group('every-page', OWN, EVERY_PAGE),
    { ...group('first-page', OWN, FIRST_PAGE), minShareCount: 2 },
    { ...group('cart', OWN, CART), minShareCount: 2 },
    { ...group('checkout', OWN, CHECKOUT), minShareCount: 2 },
    { ...group('credentials', OWN, LOGIN), minShareCount: 2 },
    { name: 'screens', test: OWN, minShareCount: 2 },
  ],
};

function group(name: string, test: RegExp, importedBy: RegExp): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    test,
    name: (id, context) => (isImportedBy(importedBy, id, context) ? name : null),
  };
}

/** Whether such a module imports another, even indirectly. */
function isImportedBy(importer: RegExp, id: string, context: Rolldown.ChunkingContext): boolean {
  const importers = new Set([id]);
  // A set also visits what is added meanwhile.
  for (const module of importers) {
    if (importer.test(module)) return true;
    for (const next of context.getModuleInfo(module)?.importers ?? []) importers.add(next);
  }
  return false;
}
