import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of another origin sent the request, which any page can do to its visitors. Browsers set these headers,
 * and no page can change them. Other programs may send what they like, so this is no permission to anything.
 */
export function isFromForeignPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Older browsers, and all of them over plain HTTP, send the origin alone.
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
