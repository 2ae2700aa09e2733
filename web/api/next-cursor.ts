import { CURSOR_PARAMETER } from '../../contract/paths.ts';

/** Reads the next page's cursor from the Link header; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const [, address] = /<([^>]+)>; *rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return new URLSearchParams(address?.split('?')[1]).get(CURSOR_PARAMETER) ?? undefined;
}
