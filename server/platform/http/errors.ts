/** Turns every error into a reply of the error shape, with its status. */
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import type { ErrorReply } from '../../../contract/errors.ts';
import { refusalHeaders } from '../../../contract/headers.ts';
import * as messages from '../../../contract/messages.ts';
import { Refusal, type RefusalCode } from '../../../contract/refusals.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Fastify's own errors, as refusals of ours. https://fastify.dev/docs/latest/Reference/Errors/ */
const frameworkRefusals: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'NOT_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUEST_INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'JSON_MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'JSON_MALFORMED',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'URL_MALFORMED',
  FST_ERR_ASYNC_CONSTRAINT: 'REQUEST_INVALID',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** The error handler of all routes. */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal === undefined) {
    request.log.error({ err: error }, 'request failed');
    return sendError(reply, 500, messages.serverError);
  }
  const reason = hiddenReasonOf(refusal);
  if (reason !== undefined) request.log.warn({ code: refusal.code, reason }, 'request refused');
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.headers(headersOf(refusal));
  return sendError(reply, refusal.status, refusal.message);
}

/** What tells programs why a request was refused. */
export function headersOf({ code, details }: Refusal): Record<string, string> {
  return {
    [refusalHeaders.code]: code,
    ...(details && { [refusalHeaders.details]: new URLSearchParams(details).toString() }),
  };
}

/** For malformed addresses, which Fastify refuses before it runs any hook. */
export function createFrameworkErrorHandler(headers: SecurityHeaders): typeof handleError {
  return (error, request, reply) => {
    reply.headers(headers(request.protocol)).header('x-request-id', request.id);
    return handleError(error, request, reply);
  };
}

/** For operators, never for clients. */
export function hiddenReasonOf(error: unknown): string | undefined {
  return error instanceof Refusal && error.cause instanceof Error ? error.cause.message : undefined;
}

function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  const body: ErrorReply = { success: false, message };
  // Without the route's serializer, which may be what failed.
  return (
    reply
      .code(status)
      // Set for the successful reply.
      .removeHeader('etag')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  );
}

/** The refusal that an error represents; undefined for a defect. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!isFastifyError(error)) return undefined;
  if (error.validation) return new Refusal('REQUEST_INVALID', { message: error.message });
  const code = frameworkRefusals[error.code];
  if (code !== undefined) return new Refusal(code);
  // The client disconnected while it sent the body.
  if (error.code === 'ECONNRESET' && error.statusCode === 400)
    return new Refusal('REQUEST_INVALID');
  if (error.name === 'SyntaxError' && error.statusCode === 400)
    return new Refusal('JSON_MALFORMED');
  // All other client errors of Fastify, and those that it exposes of files: a range or version that they don't have.
  const isExposed = error.code?.startsWith('FST_') || ('expose' in error && error.expose === true);
  const isRequestError = isExposed && (error.statusCode ?? 500) < 500;
  return isRequestError ? new Refusal('REQUEST_INVALID') : undefined;
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error && ('code' in error || 'statusCode' in error || 'validation' in error)
  );
}

/** The schema's own sentence for the first invalid field, else a generic one. */
export function formatSchemaErrors(errors: FastifySchemaValidationError[], place: string): Error {
  const first = errors[0] as
    | (FastifySchemaValidationError & { parentSchema?: unknown })
    | undefined;
  const field = first?.keyword === 'required' ? String(first.params.missingProperty) : undefined;
  const schema = field === undefined ? first?.parentSchema : propertyOf(first?.parentSchema, field);
  const sentence = refusalOf(schema);
  if (sentence !== undefined) return new Error(sentence);
  if (place === 'body' && first?.instancePath === '') return new Error(messages.bodyNotObject);
  return new Error(messages.fieldInvalid(place, first?.instancePath ?? ''));
}

function propertyOf(schema: unknown, name: string): unknown {
  const properties = isRecord(schema) ? schema.properties : undefined;
  return isRecord(properties) ? properties[name] : undefined;
}

function refusalOf(schema: unknown): string | undefined {
  return isRecord(schema) && typeof schema.refusal === 'string' ? schema.refusal : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
