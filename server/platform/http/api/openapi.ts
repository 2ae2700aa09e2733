/** The OpenAPI 3.1 document, made from the endpoints of the contract, and a page to read it on. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { type CallName, callOf } from '../../../../contract/calls.ts';
import { type Endpoint, tags } from '../../../../contract/endpoints/endpoint.ts';
import { callNames, endpoints, refusalsOf } from '../../../../contract/endpoints/index.ts';
import { type ReplyHeader, replyHeaders } from '../../../../contract/endpoints/reply-headers.ts';
import { namedSchemas } from '../../../../contract/endpoints/schemas.ts';
import { ErrorReply } from '../../../../contract/errors.ts';
import { refusalHeaders } from '../../../../contract/headers.ts';
import { messageOf, type RefusalCode, statusOf } from '../../../../contract/refusals.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { docsPolicy, documentHeaders } from '../security-headers.ts';

/** Serves the document and the page. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document } });
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.headers(documentHeaders);
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformStaticCSP: () => docsPolicy,
    });
  });
}

/** Named schemas stand once. Optional properties are copies, so schemas are compared by what they say. */
const names = new Map(
  Object.entries(namedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]),
);

function describeEndpoints() {
  const described: Record<string, Record<string, object>> = {};
  for (const name of callNames) {
    const { method, path } = callOf(name);
    const template = path.replace(/:(\w+)/g, '{$1}');
    described[template] ??= {};
    described[template][method.toLowerCase()] = describeOperation(name);
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      // A shop has its own name; the API is the same in each.
      title: 'Shop API',
      version: packageJson.version,
      description: `Errors are always \`{"success": false, "message"}\`, with a code in the header \`${refusalHeaders.code}\`.`,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: described,
    components: {
      schemas: Object.fromEntries(
        Object.entries(namedSchemas).map(([name, schema]) => [name, withoutOwnKeywords(schema)]),
      ),
      securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } },
    },
  };
}

function describeOperation(name: CallName) {
  const endpoint: Endpoint = endpoints[name];
  const { tag, summary, description, needsToken, params, query, body } = endpoint;
  const { status = 200, reply, nothingFound, replyHeaders: ownHeaders = [] } = endpoint;
  const headers = describeHeaders(['X-Request-Id']);
  const isCached = ownHeaders.includes('ETag');
  const success = {
    description: status === 204 ? 'Done; the reply has no body' : 'Success',
    headers: describeHeaders(['X-Request-Id', ...ownHeaders]),
    ...(reply && toContent(reply)),
  };
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: needsToken ? [{ bearer: [] }] : [],
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      ...describeParameters('header', endpoint.headers),
      ...(isCached ? [ifNoneMatch] : []),
    ],
    ...(body && { requestBody: { required: true, ...toContent(body) } }),
    responses: {
      [status]: success,
      ...(isCached && { 304: { description: 'The client has the reply already', headers } }),
      ...(nothingFound && {
        404: { description: 'Nothing is found', headers, ...toContent(nothingFound) },
      }),
      ...describeRefusals(refusalsOf(name)),
      500: { description: 'A defect of the server, which logs it', headers, ...errorContent },
    },
  };
}

function toContent(schema: TSchema) {
  return { content: { 'application/json': { schema: publish(schema) } } };
}

const errorContent = toContent(ErrorReply);

const ifNoneMatch = {
  in: 'header',
  name: 'if-none-match',
  required: false,
  description: 'The `ETag` of a reply that the client has',
  schema: { type: 'string' },
};

const headersOfRefusals: Partial<Record<number, ReplyHeader[]>> = {
  401: ['WWW-Authenticate'],
  409: [refusalHeaders.details],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The refusals by status, each with its code and its message. */
function describeRefusals(codes: RefusalCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const headers = describeHeaders(['X-Request-Id', ...(headersOfRefusals[status] ?? [])]);
      const code = {
        description: replyHeaders[refusalHeaders.code],
        schema: { type: 'string', enum: same },
      };
      const description = same
        .map((one) => [`\`${one}\``, messageOf(one)].filter(Boolean).join(': '))
        .join('\n\n');
      return [
        status,
        { description, headers: { ...headers, [refusalHeaders.code]: code }, ...errorContent },
      ];
    }),
  );
}

function describeHeaders(names: readonly ReplyHeader[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: replyHeaders[name],
        schema: { type: name === 'Retry-After' ? 'integer' : 'string' },
      },
    ]),
  );
}

interface ObjectSchema {
  properties: Record<string, TSchema & { description?: string }>;
  required?: string[];
}

function describeParameters(
  place: 'path' | 'query' | 'header',
  schema: ObjectSchema | undefined,
): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...published } = publish(property);
    const required = schema?.required?.includes(name) ?? false;
    return { in: place, name, required, description, schema: published };
  });
}

interface Keywords {
  description?: string;
  type?: string;
  enum?: unknown[];
  /** The properties that the server asks for with a sentence of its own. */
  needs?: string[];
  refusal?: string;
  /** What clients send, if the server reads it as a text. */
  shownAs?: object;
}

/** A schema as clients may know it: a reference if it has a name. */
function publish(schema: TSchema): Record<string, unknown> {
  const name = names.get(JSON.stringify(schema));
  return name === undefined ? withoutOwnKeywords(schema) : { $ref: `#/components/schemas/${name}` };
}

/** Leaves out our own keywords. */
function withoutOwnKeywords(schema: TSchema): Record<string, unknown> {
  // Safe: TypeBox keeps keywords that it doesn't know.
  const { refusal: _, shownAs, needs, ...own } = schema as Keywords;
  const shown = shownAs ? { ...shownAs, description: own.description } : own;
  const added = {
    ...(needs && { required: needs }),
    ...(own.enum && { type: 'string' }),
    // Money: cents are lost in 32 bits.
    ...(own.type === 'number' && { format: 'double' }),
  };
  return Object.fromEntries(
    Object.entries({ ...shown, ...added }).map(([keyword, value]) => [
      keyword,
      publishValue(value),
    ]),
  );
}

function publishValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publishValue);
  // Safe: what stands in a schema is a schema, or an object of schemas.
  return typeof value === 'object' && value !== null ? publish(value as TSchema) : value;
}

/** Made once: it is the same for every server. */
const document = describeEndpoints();
const text = JSON.stringify(document);
