import type { FastifyRequest } from 'fastify';
import { CURSOR_PARAMETER } from '../../../../contract/page-addresses.ts';

/**
 * The query parameters that the route declares, as pairs of name and value, in the order in which it declares them.
 * Unknown ones change nothing.
 */
export function knownParameters({ query, routeOptions }: FastifyRequest): [string, string][] {
  // The schemas are TypeBox objects. Fastify parses each query into texts, and into lists if a name is repeated.
  const schema = routeOptions.schema?.querystring as { properties?: object } | undefined;
  const sent = query as Record<string, string | string[] | undefined>;
  const parameters: [string, string][] = [];
  for (const name of Object.keys(schema?.properties ?? {})) {
    const value = sent[name];
    if (typeof value === 'string') parameters.push([name, value]);
    else for (const each of value ?? []) parameters.push([name, each]);
  }
  return parameters;
}

/** The `Link` header of a page: its own parameters, with the next cursor. */
export function nextPageLink(path: string, asked: URLSearchParams, cursor: string): string {
  const parameters = new URLSearchParams(asked);
  parameters.set(CURSOR_PARAMETER, cursor);
  return `<${path}?${parameters}>; rel="next"`;
}
