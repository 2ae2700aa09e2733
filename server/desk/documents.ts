/** Pages for the printer, and files: what commands write to the standard output. */
import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatDay } from '../../contract/dates.ts';
import { deskPaths, filtersOf } from '../../contract/desk.ts';
import { exportedFormats } from '../../packages/product-feeds/index.ts';
import { findAccount } from '../operations/accounts/find.ts';
import { exportToOutput } from '../operations/feeds/export.ts';
import { formatIdentity } from '../operations/identity/export.ts';
import { toInvoices } from '../operations/invoices/document.ts';
import { findInvoice, findInvoices } from '../operations/invoices/find.ts';
import { toCsv } from '../operations/orders/export.ts';
import { findOrders, findOrdersToPack, type OrderFilter } from '../operations/orders/orders.ts';
import { toSlips } from '../operations/orders/slips.ts';
import { createDayFormat } from '../platform/days.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Services } from '../platform/services.ts';
import { findUserById } from '../shop/accounts/store.ts';
import { readIdentity } from '../shop/identity/store.ts';
import { writeExport } from '../shop/personal-data/export.ts';
import type { DeskSession } from './access/sessions.ts';
import type { Imports } from './import/imports.ts';
import { toOrderFilter } from './lists.ts';

/** Documents have their styles with them, and no scripts. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Options extends Pick<Services, 'db' | 'now'> {
  /** Of the shop. */
  publicUrl: string;
  sessionOf(request: FastifyRequest): Promise<DeskSession | undefined>;
  imports: Imports;
}

export async function documentRoutes(app: FastifyInstance, options: Options) {
  const { db, now, publicUrl: origin, sessionOf, imports } = options;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policy);
    if (!(await sessionOf(request))?.isComplete) return reply.redirect(deskPaths.login, 303);
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OperatorError)) throw error;
    // There is no such account or document.
    return reply.code(404).type('text/plain; charset=utf-8').send(error.message);
  });

  /** Looks for the customer before a file begins. */
  async function readFilter({ url }: FastifyRequest): Promise<OrderFilter> {
    const { timeZone = 'UTC' } = (await readIdentity(db)) ?? {};
    const filter = toOrderFilter(filtersOf(url), timeZone);
    if (filter.customer !== undefined) await findAccount(db, filter.customer);
    return filter;
  }

  app.get(`${deskPaths.documents}/:number`, async (request, reply) => {
    const { number } = request.params as { number: string };
    const invoice = await findInvoice(db, number);
    return sendPage(reply, toInvoices(toPages([invoice]), await readIdentity(db)));
  });

  app.get(deskPaths.invoices, async (request, reply) => {
    const { month = '' } = filtersOf(request.url);
    const pages = /^\d{4}-\d{2}$/.test(month) ? findInvoices(db, month) : toPages([]);
    return sendPage(reply, toInvoices(pages, await readIdentity(db)));
  });

  app.get(deskPaths.slips, async (request, reply) => {
    const { name = 'QKart', timeZone = 'UTC', locale } = (await readIdentity(db)) ?? {};
    const toDay = createDayFormat(timeZone);
    const dayOf = (time: number) => formatDay(toDay(time), 'long', locale);
    const filter = await readFilter(request);
    return sendPage(
      reply,
      toSlips({ shop: name, dayOf, readOrders: () => findOrdersToPack(db, filter) }),
    );
  });

  app.get(`${deskPaths.customers}/:id/data.json`, async (request, reply) => {
    const { id } = request.params as { id: string };
    const user = await findUserById(db, id);
    if (user === undefined) return reply.code(404).send('There is no such customer.');
    reply.header('content-disposition', 'attachment; filename="customer.json"');
    const parts = Readable.from(writeExport(db, user.id));
    return reply.type('application/json; charset=utf-8').send(parts);
  });

  app.get(deskPaths.identityFile, async (_request, reply) => {
    reply.header('content-disposition', 'attachment; filename="shop.json"');
    const identity = (await readIdentity(db)) ?? { name: 'QKart' };
    return reply.type('application/json; charset=utf-8').send(formatIdentity(identity));
  });

  app.get(deskPaths.ordersFile, async (request, reply) => {
    const filter = await readFilter(request);
    reply.header('content-disposition', 'attachment; filename="orders.csv"');
    return reply.type('text/csv; charset=utf-8').send(Readable.from(toCsv(findOrders(db, filter))));
  });

  app.get(deskPaths.refusedFile, async (request, reply) => {
    const { operator = '' } = (await sessionOf(request)) ?? {};
    const rows = imports.readRefused(operator);
    if (rows === undefined) return reply.code(404).send('There are no refused rows.');
    reply.header('content-disposition', 'attachment; filename="refused.csv"');
    return reply.type('text/csv; charset=utf-8').send(rows);
  });

  app.get(deskPaths.catalogueFile, async (request, reply) => {
    const { format: asked } = filtersOf(request.url);
    const format = exportedFormats.find((one) => one === asked) ?? 'csv';
    const ending = format === 'shopify' ? 'csv' : format.replace('google-', '');
    reply.header('content-disposition', `attachment; filename="catalogue-${format}.${ending}"`);
    const output = new PassThrough();
    // Who reads the output notices that it ends early.
    exportToOutput({ db, now }, output, { format, origin }).catch((error) => output.destroy(error));
    return reply.type('application/octet-stream').send(output);
  });
}

async function* toPages<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

function sendPage(reply: FastifyReply, chunks: AsyncIterable<string>) {
  return reply.type('text/html; charset=utf-8').send(Readable.from(orNone(chunks)));
}

async function* orNone(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty = false;
    yield chunk;
  }
  if (isEmpty)
    yield '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Nothing to print</title><main><h1>Nothing to print</h1><p>No order or document is like that.</main>';
}
