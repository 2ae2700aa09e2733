/** What every request passes, in this order: HTTP checks, the response cache, the load shedder, Fastify. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { BODY_MAX_BYTES } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { ActiveResponses } from './connections.ts';
import { sendRefusal } from './early-refusals.ts';
import type { LoadShedder, ShedReason } from './load-shedder.ts';
import type { ResponseCache } from './response-cache.ts';

const RETRY_AFTER_SECONDS = 1;
/** Requests on one connection that wait for earlier ones. Browsers and load balancers send none. */
const PIPELINED_MAX = 32;

interface PipelineOptions {
  responses: ActiveResponses;
  cache: ResponseCache;
  shedder: LoadShedder;
  onShed(reason: ShedReason): void;
  /** While the server stops, Fastify answers everything: it tells clients that the connection ends. */
  isStopping(): boolean;
}

/** @param handle Fastify's own listener */
export function createPipeline(handle: RequestListener, options: PipelineOptions): RequestListener {
  const { responses, cache, shedder, onShed, isStopping } = options;
  return async (request, response) => {
    if (!hasHost(request)) return refuseAndClose(response, new Refusal('REQUEST_INVALID'));
    if (responses.add(request, response) > PIPELINED_MAX) {
      const retryAfter = RETRY_AFTER_SECONDS;
      return sendRefusal(response, new Refusal('TOO_MANY_REQUESTS', { retryAfter }));
    }
    if (isStopping()) return handle(request, response);

    shedder.recordArrival();
    if (await cache.respond(request, response)) return;

    const reason = shedder.reasonToShed(request);
    if (reason === undefined) return handle(request, response);
    onShed(reason);
    const refusal = new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    if (hasLongBody(request)) refuseAndClose(response, refusal);
    else sendRefusal(response, refusal);
  };
}

/** RFC 9112, 3.2. Node's own reply would have no body. */
function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}

/** The rest of the request isn't read. */
function refuseAndClose(response: ServerResponse, refusal: Refusal): void {
  response.shouldKeepAlive = false;
  sendRefusal(response, refusal);
}

function hasLongBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) > BODY_MAX_BYTES;
}
