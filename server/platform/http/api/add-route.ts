/** Adds routes for the calls of the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type CallName, callOf } from '../../../../contract/calls.ts';
import type { Endpoint } from '../../../../contract/endpoints/endpoint.ts';
import { endpoints, type PartOf } from '../../../../contract/endpoints/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call needs a shopper's token; undefined for routes outside of the API. */
    needsToken?: boolean;
  }
}

interface RouteOf<Name extends CallName> {
  Params: PartOf<Name, 'params'>;
  Querystring: PartOf<Name, 'query'>;
  Headers: PartOf<Name, 'headers'>;
  Body: PartOf<Name, 'body'>;
}

/** Returns the body of the reply, or sends one itself. */
type Handler<Name extends CallName> = (
  request: FastifyRequest<RouteOf<Name>>,
  reply: FastifyReply,
) => Result<Name> | Promise<Result<Name>>;
type Result<Name extends CallName> = PartOf<Name, 'reply', void> | FastifyReply;

/** Adds the route of a call. The reply has the status of the endpoint, and is sent as its schema says. */
export function addRoute<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  hooks: Pick<RouteOptions, 'onResponse'> = {},
): void {
  const { method, path: url } = callOf(name);
  const endpoint: Endpoint = endpoints[name];
  const { params, query: querystring, headers, body, status = 200 } = endpoint;
  app.route<RouteOf<Name>>({
    ...hooks,
    method,
    url,
    config: { needsToken: endpoint.needsToken === true },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(endpoint.reply && { response: { [status]: endpoint.reply } }),
    },
    handler: (request, reply) => handler(request, reply.code(status)),
  });
}
