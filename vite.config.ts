import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { displayFont } from './scripts/display-font.ts';
import { productPictures } from './scripts/product-pictures.ts';
import { pureRouter } from './scripts/pure-router.ts';

export default defineConfig(({ command }) => ({
  // The server's half holds its libraries, too: finding hundreds of files would take a started shop longer than reading one.
  ssr: command === 'build' ? { noExternal: true } : {},
  plugins: [reactRouter(), pureRouter(), productPictures(), displayFont()],
  // Known from the start, so that the first page of a fresh checkout isn't loaded twice.
  optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/routes/*/route.tsx'] },
  environments: {
    client: {
      build: {
        // Browsers that know this (Chromium does) compile a whole file in the background while they fetch it,
        // not each function on the page's thread when it is first called. Nothing may stand before it in the file.
        // https://v8.dev/blog/explicit-compile-hints
        rolldownOptions: { output: { postBanner: '//# allFunctionsCalledOnLoad' } },
        // The only part that is fetched late is the toaster, and what it needs is there already.
        modulePreload: false,
      },
    },
  },
  build: {
    // The browsers that have light-dark() and content-visibility, which the styles rely on.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
    // Files are compressed for good behind this, see scripts/build.ts.
    reportCompressedSize: false,
    // One small file for all screens: the first paint waits for one answer.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // One file for what comes from libraries, which changes rarely, and one for what the products and
        // other screens share: a tenth smaller than many, and fewer to wait for. What the toaster needs, or
        // only the forms of login and register, comes with them.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
            },
            {
              name: 'shared',
              test: /[\\/](?:contract|web[\\/](?:api|cart|session|shell|ui))[\\/](?!credentials|text|field|form-card|toast[\\/]toaster)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
}));
