/** The page to read the API's description on: an app of its own, put together when somebody asks for it. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../../contract/refusals.ts';
import { handleError } from './errors.ts';
import { docsPolicy, documentHeaders } from './security-headers.ts';

const PAGE = '/api/docs';

/** What the connection says, not the page. */
const NOT_PASSED_ON = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

export function addDocsPage(app: FastifyInstance): void {
  let docs: Promise<FastifyInstance> | undefined;
  async function passOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    docs ??= openDocs(app.swagger());
    const page = await (await docs).inject({ url: request.url, headers: request.headers });
    for (const name of NOT_PASSED_ON) delete page.headers[name];
    return reply
      .code(page.statusCode)
      .headers({ ...documentHeaders, ...page.headers })
      .send(page.rawPayload);
  }
  for (const url of [PAGE, `${PAGE}/*`]) app.get(url, { schema: { hide: true } }, passOn);
  app.addHook('onClose', async () => (await docs?.catch(() => undefined))?.close());
}

async function openDocs(description: object): Promise<FastifyInstance> {
  // It and its files are a tenth of the time until a started shop answers.
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const docs = Fastify();
  docs.setErrorHandler(handleError);
  docs.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND');
  });
  // Its types end with OpenAPI 3.0; it passes on any.
  const document = description as StaticDocumentSpec['document'];
  await docs.register(swagger, { mode: 'static', specification: { document } });
  await docs.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: true,
    transformStaticCSP: () => docsPolicy,
  });
  return docs;
}
