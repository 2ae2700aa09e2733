import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { productPictures } from './scripts/product-pictures.ts';

export default defineConfig({
  plugins: [reactRouter(), productPictures()],
  build: {
    // The browsers that have light-dark() and content-visibility, which the styles rely on.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for what comes from libraries: a tenth smaller than many, and it changes rarely.
        codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] },
      },
    },
  },
});
