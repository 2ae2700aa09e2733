/** The pictures that the pages themselves show; the build brings them in beside the catalogue's. */
export const pictures = {
  /** The shop window of the hero; on a phone only the first is shown. */
  hero: ['/pictures/1f3a7.webp', '/pictures/1f97e.webp', '/pictures/1f392.webp'],
  welcome: '/pictures/1f392.webp',
  lost: '/pictures/1f9ed.webp',
  nothingFound: '/pictures/1f50d.webp',
} as const;
