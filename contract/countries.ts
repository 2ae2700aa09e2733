const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** @param code ISO 3166-1 alpha-2, like `DE` @returns undefined if there is no such country */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? countries.of(code) : undefined;
}
