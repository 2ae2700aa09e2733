/** Accepts JSON objects only. A missing body counts as an empty object. */
import type { FastifyInstance } from 'fastify';

export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients send a content type without a body.
    if (body === '') done(null, undefined);
    else parse(request, body.toString(), done);
  });
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' && request.body == null) request.body = {};
  });
}
