/** The operations of the shop: the calls of its API, and its pages. */
import type { TObject, TSchema } from 'typebox';
import { callOf } from '../../../contract/calls.ts';
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { callNames, endpoints, refusalsOf } from '../../../contract/endpoints/index.ts';
import { ErrorReply } from '../../../contract/errors.ts';
import { PRODUCT_DETAILS_PATH, PRODUCT_PARAMETER } from '../../../contract/page-addresses.ts';
import { statusOf } from '../../../contract/refusals.ts';

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: TSchema;
}

export interface Operation {
  method: string;
  /** The path, whose parts in braces are parameters: `/api/v1/orders/{id}`. */
  template: string;
  parameters: Parameter[];
  /** Undefined if the call has no body. */
  body: TSchema | undefined;
  /** Response schemas by status; undefined for addresses outside of the API. */
  replies: ReadonlyMap<number, TSchema | undefined> | undefined;
  needsToken: boolean;
}

/** The calls of the API. */
export function apiOperations(): Operation[] {
  return callNames.map((name) => {
    const endpoint: Endpoint = endpoints[name];
    const { params, query, headers, body, reply, status = 200, nothingFound } = endpoint;
    const { method, path } = callOf(name);
    const refused = refusalsOf(name).map(statusOf);
    return {
      method,
      template: path.replace(/:(\w+)/g, '{$1}'),
      parameters: [
        ...parametersOf('path', params),
        ...parametersOf('query', query),
        ...parametersOf('header', headers),
      ],
      body,
      replies: new Map<number, TSchema | undefined>([
        ...refused.map((status) => [status, ErrorReply] as const),
        [status, reply],
        ...(nothingFound ? [[404, nothingFound] as const] : []),
      ]),
      needsToken: endpoint.needsToken === true,
    };
  });
}

function parametersOf(place: Parameter['in'], schema: TObject | undefined): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    in: place,
    name,
    required: schema?.required?.includes(name) ?? false,
    schema: property,
  }));
}

/** Addresses outside of the API. Pages have the parameters of a search, and a product. */
export function otherOperations(api: readonly Operation[]): Operation[] {
  const searched = api.flatMap(({ parameters }) =>
    parameters.filter(({ in: at }) => at === 'query'),
  );
  const path: Parameter = { in: 'path', name: 'path', required: true, schema: { type: 'string' } };
  const product: Parameter = { ...path, in: 'query', name: PRODUCT_PARAMETER, required: false };
  const templates = [
    '/',
    '/{path}',
    '/login/{path}',
    '/assets/{path}',
    '/api/{path}',
    '/api/docs/{path}',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-{path}.xml',
    PRODUCT_DETAILS_PATH,
  ];
  return templates.map((template) => ({
    method: 'GET',
    template,
    parameters: template.includes('{') ? [path] : [...searched, product],
    body: undefined,
    replies: undefined,
    needsToken: false,
  }));
}
