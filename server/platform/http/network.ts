/** Who sends a request, as far as limits and turns care. */
import type { IncomingHttpHeaders } from 'node:http';

const GROUPS = 8;
const GROUP_BITS = 16;
/** An IPv6 subscriber has a /64, a /56 or a /48; a rented machine may have any of them. */
const PREFIX_BITS = [64, 56, 48];

/**
 * The networks that limits count by, from narrow to wide: an IPv4 address alone, or three prefixes of an IPv6 address.
 * @param address as a socket or a proxy writes it: some proxies add the port
 */
export function networksOf(address: string): [string, ...string[]] {
  const ipv4 = /^(?:\[?::ffff:)?(\d+\.\d+\.\d+\.\d+)\]?(?::\d+)?$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return [ipv4];
  const host = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address;
  if (!host.includes(':')) return [host];
  const [head = [], tail = []] = host
    .split('::', 2)
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  const [narrow = host, ...wider] = PREFIX_BITS.map((bits) => prefixOf(groups, bits));
  return [narrow, ...wider];
}

/** The widest network of an address: a sender of floods has few of them. */
export function widestNetworkOf(address: string): string {
  const networks = networksOf(address);
  return networks.at(-1) ?? networks[0];
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / GROUP_BITS)).map((group, index) => {
    const spareBits = Math.max(0, (index + 1) * GROUP_BITS - bits);
    return ((group >> spareBits) << spareBits).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
}

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
