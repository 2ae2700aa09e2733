import { hash } from 'node:crypto';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { compiledAnswers } from './scripts/compiled-answers.ts';
import { fetchBeforeImport } from './scripts/fetch-before-import.ts';
import { pageScripts } from './scripts/page-scripts.ts';
import { productPictures } from './scripts/product-pictures.ts';

export default defineConfig(({ command }) => ({
  // Bundle the libraries into the server build, because one file loads faster than hundreds.
  ssr: command === 'build' ? { noExternal: true } : {},
  plugins: [reactRouter(), productPictures(), compiledAnswers(), fetchBeforeImport()],
  // Find the dependencies at the start, so that the first page of a fresh checkout is not loaded twice.
  optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/routes/*/route.tsx'] },
  css: {
    modules: {
      // Without the number of a line, which is Vite's default and compresses badly.
      generateScopedName: (name, _file, css) =>
        `${name}_${hash('sha256', css, 'base64url').slice(0, 5)}`,
    },
  },
  build: {
    // These are the first versions with light-dark() and content-visibility.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    // All of them support modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // scripts/build.ts compresses the files.
    reportCompressedSize: false,
    // One small file has the styles of all screens, so that the first paint waits for one response.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: pageScripts,
      },
    },
  },
}));
