/** The server that every request meets before its route: connections, log, headers, errors. */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { BODY_MAX_BYTES } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { runFor } from '../queues/client.ts';
import { Connections } from './connections/connections.ts';
import { createFrameworkErrorHandler, formatSchemaErrors, handleError } from './errors.ts';
import { isFromForeignPage, widestNetworkOf } from './network.ts';
import { type LogOptions, logRequests } from './request-log.ts';
import { addSecurityHeaders, createSecurityHeaders } from './security-headers.ts';

interface ServerOptions {
  publicUrl: string;
  trustProxy: false | string;
  logger: LogOptions | false;
  /** Counts requests, if they are counted. */
  meter?: { watch(app: FastifyInstance): void } | undefined;
}

export function createServer({
  logger,
  meter,
  publicUrl,
  trustProxy,
}: ServerOptions): FastifyInstance {
  const headers = createSecurityHeaders(publicUrl);
  const connections = new Connections(headers);
  const app: FastifyInstance = Fastify({
    logger,
    serverFactory: (handle) => connections.createServer(handle),
    // See logRequests.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy,
    genReqId: () => randomUUID(),
    frameworkErrors: createFrameworkErrorHandler(headers),
    // The server's own handler answers: Fastify adds this one to one of the two addresses of `localhost`.
    clientErrorHandler: () => {},
    // Requests that arrive on open connections while the server stops are answered.
    return503OnClosing: false,
    routerOptions: {
      // Public clients of this API write paths in other ways, and their servers accept that.
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // An id that is too long doesn't exist: the route replies so.
      maxParamLength: maxHeaderSize,
    },
    // No type coercion: "3" is no number. `refusal` is a schema's own message (formatSchemaErrors); `shownAs` and `needs` are for the OpenAPI document.
    ajv: {
      customOptions: {
        coerceTypes: false,
        verbose: true,
        keywords: ['refusal', 'shownAs', 'needs'],
      },
    },
    schemaErrorFormatter: formatSchemaErrors,
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND');
  });
  connections.closeOnStop(app);
  logRequests(app);
  meter?.watch(app);
  addSecurityHeaders(app, headers);
  connections.handleInTurn(app);
  runForNetworks(app);
  return app;
}

/** Lets the networks that send requests take turns at connections of the database. */
function runForNetworks(app: FastifyInstance): void {
  const run = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    runFor(clientOf(request), done);
  app.addHook('onRequest', run);
  // Again, because the body arrives in events of the connection.
  app.addHook('preValidation', run);
}

/** The widest network: a sender of floods has few of them. Any page can make its visitors send requests: they count apart. */
function clientOf({ ip, headers }: FastifyRequest): string {
  return `${widestNetworkOf(ip)}${isFromForeignPage(headers) ? ' by foreign pages' : ''}`;
}
