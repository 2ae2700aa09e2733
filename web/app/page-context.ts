import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { PageServices } from '../../contract/pages.ts';

/** The services that the server passes to the loaders. */
export const pageContext = createContext<PageServices>();

/** The CSP nonce of the shop's own inline scripts while the server renders; undefined in the browser. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** The paths of the scripts of all screens, separated by spaces, while the server renders; undefined in the browser. */
export const ScreenScriptsContext = createReactContext<string | undefined>(undefined);
