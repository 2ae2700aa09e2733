import type { FastifyRequest } from 'fastify';
import { CURSOR_PARAMETER } from '../../../../contract/page-addresses.ts';

/** The query parameters that the route declares, in the order in which it declares them. Unknown ones change nothing. */
export function knownParameters({ query, routeOptions }: FastifyRequest): URLSearchParams {
  // The schemas are TypeBox objects. Fastify parses each query into texts, and into lists if a name is repeated.
  const schema = routeOptions.schema?.querystring as { properties?: object } | undefined;
  const sent = query as Record<string, string | string[] | undefined>;
  const parameters = new URLSearchParams();
  for (const name of Object.keys(schema?.properties ?? {})) {
    const value = sent[name];
    for (const each of [value ?? []].flat()) parameters.append(name, each);
  }
  return parameters;
}

/** The `Link` header of a page: its own parameters, with the next cursor. */
export function nextPageLink(path: string, asked: URLSearchParams, cursor: string): string {
  const parameters = new URLSearchParams(asked);
  parameters.set(CURSOR_PARAMETER, cursor);
  return `<${path}?${parameters}>; rel="next"`;
}
