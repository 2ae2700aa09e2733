import type { AppOptions } from '../../app.ts';

type Pages = NonNullable<AppOptions['pages']>;

/** Pages without React. Each is the same, unless `parts` render others. */
export function stubPages(parts: Partial<Pages> = {}): Pages {
  return {
    render: async () => ({ status: 200, html: '<p>A page</p>', scriptHashes: [] }),
    serveAssets: async () => {},
    buildId: 'test',
    isDevelopment: false,
    ...parts,
  };
}
