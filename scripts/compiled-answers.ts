/** Replaces the checks of the API's answers by functions that the schema library has compiled. */
import type { Plugin } from 'vite';
import * as answers from '../web/api/answers.ts';

export function compiledAnswers(): Plugin {
  return {
    name: 'compiled-answers',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/web/api/answers.ts')) return null;
      return Object.entries(answers)
        .map(([name, { code }]) => `export const ${name} = /* @__PURE__ */ (() => { ${code} })();`)
        .join('\n');
    },
  };
}
