/** An IPv6 subscriber usually has a /64: four of eight groups. */
const PREFIX_GROUPS = 4;
const GROUPS = 8;

/**
 * The network that limits count by: an IPv4 address, or the /64 of an IPv6 address.
 * @param address as a socket or a proxy writes it: some proxies add the port
 */
export function networkOf(address: string): string {
  const ipv4 = /^(?:\[?::ffff:)?(\d+\.\d+\.\d+\.\d+)\]?(?::\d+)?$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const host = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address;
  if (!host.includes(':')) return host;
  const [head = [], tail = []] = host
    .split('::', 2)
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, PREFIX_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
