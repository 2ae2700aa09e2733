import { CURSOR_PARAMETER } from '../../../contract/paths.ts';

/** The `Link` header of a page: its own parameters, with the next cursor. */
export function nextPageLink(path: string, asked: URLSearchParams, cursor: string): string {
  const parameters = new URLSearchParams(asked);
  parameters.set(CURSOR_PARAMETER, cursor);
  return `<${path}?${parameters}>; rel="next"`;
}
