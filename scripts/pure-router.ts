import type { Plugin } from 'vite';

const NAMING = /^\w+\.displayName = ".*";$/gm;
const MAKING = /(?<= = )(?=React\$1\.(?:forwardRef|createContext|memo)\()/g;

/**
 * Says of the router's components that making and naming them does nothing else: those that no page uses,
 * its forms and its links of menus, are left out of the build. Names are for the developer's tools.
 */
export function pureRouter(): Plugin {
  return {
    name: 'pure-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /react-router[\\/]dist/ },
      handler: (code) => code.replace(NAMING, '').replace(MAKING, '/* @__PURE__ */ '),
    },
  };
}
