/** The pictures that belong to pages, not to products. The build copies them beside the catalogue's. */
export const pictures = {
  welcome: '/pictures/pages/1f392.webp',
  lost: '/pictures/pages/1f9ed.webp',
} as const;
