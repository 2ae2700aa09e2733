/** The server that every request meets before its route: connections, log, headers, errors. */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { BODY_MAX_BYTES } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Config } from '../config.ts';
import { Connections } from './connections.ts';
import { createFrameworkErrorHandler, formatSchemaErrors, handleError } from './errors.ts';
import { type LogOptions, logRequests } from './request-log.ts';
import { runForNetworks } from './run-for-networks.ts';
import { addSecurityHeaders, createSecurityHeaders } from './security-headers.ts';

interface ServerOptions extends Pick<Config, 'publicUrl' | 'trustProxy'> {
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
    // No type coercion: "3" is no number. `refusal` is a schema's own message, see formatSchemaErrors.
    ajv: { customOptions: { coerceTypes: false, verbose: true, keywords: ['refusal'] } },
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
