/** The operations of the shop: the calls of its OpenAPI document, and its pages. */
import type { TSchema } from 'typebox';
import { PRODUCT_DETAILS_PATH, PRODUCT_PARAMETER } from '../../../contract/paths.ts';

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

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: TSchema } } };
  responses: Record<string, { content?: { 'application/json': { schema: TSchema } } }>;
  security?: unknown[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
}

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      template,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json'].schema,
      replies: new Map(
        Object.entries(described.responses).map(([status, { content }]) => [
          Number(status),
          content?.['application/json'].schema,
        ]),
      ),
      needsToken: described.security !== undefined,
    })),
  );
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
