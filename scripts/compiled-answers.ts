/** Replaces the checks of the API's answers by functions that the schema library has compiled. */
import type { Plugin } from 'vite';

const CHECKS = /\/web\/api\/answers\/(?!check)\w+\.ts$/;

export function compiledAnswers(): Plugin {
  return {
    name: 'compiled-answers',
    enforce: 'pre',
    async load(id) {
      if (!CHECKS.test(id)) return null;
      const checks: Record<string, { code: string }> = await import(id);
      return Object.entries(checks)
        .map(([name, { code }]) => `export const ${name} = /* @__PURE__ */ (() => { ${code} })();`)
        .join('\n');
    },
  };
}
