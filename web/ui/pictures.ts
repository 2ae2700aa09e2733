/** The pictures that belong to pages, not to products. The build copies them beside the catalogue's. */
export const pictures = {
  /** The hero shows these; a phone shows only the first. */
  hero: ['/pictures/1f3a7.webp', '/pictures/1f97e.webp', '/pictures/1f392.webp'],
  welcome: '/pictures/1f392.webp',
  lost: '/pictures/1f9ed.webp',
  nothingFound: '/pictures/1f50d.webp',
} as const;
