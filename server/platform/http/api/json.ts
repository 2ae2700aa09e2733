/** Accepts JSON objects only. A missing body counts as an empty object. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../../contract/refusals.ts';

export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // Some clients send a content type without a body.
      if (body.length === 0) done(null, undefined);
      else if (isUtf8(body)) parse(request, body.toString(), done);
      else done(new Refusal('JSON_MALFORMED'));
    },
  );
  app.addHook('preParsing', async ({ headers }) => {
    const { 'content-encoding': encoding = 'identity' } = headers;
    if (encoding.toLowerCase() !== 'identity') throw new Refusal('BODY_ENCODED');
  });
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' && request.body == null) request.body = {};
  });
}
