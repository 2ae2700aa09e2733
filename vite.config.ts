import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { productPictures } from './scripts/product-pictures.ts';

export default defineConfig({
  plugins: [reactRouter(), productPictures()],
  build: {
    // The browsers that have light-dark() and content-visibility, which the styles rely on.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
  },
});
