/**
 * A program that issues invoices as the shop does, but without waiting, and kills itself at a random moment while it
 * issues some. Its settings are the shop's.
 */
import { randomInt, randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { noMeter } from '../server/platform/metrics/meter.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { WebhookOutbox } from '../server/platform/webhooks/outbox.ts';
import { SETTLE_MS } from '../server/shop/invoices/issue.ts';
import { issueInvoices } from '../server/shop/orders/issuer.ts';

const PAUSE_MS = 20;
/** Issuing a few invoices takes some milliseconds. */
const DIES_WITHIN_MS = 12;

const { db } = await openStorage({ ...readConfig(process.env).database, exclusive: false });
// Every order counts as settled, so that it gets its invoice while orders and changes are still being made.
const now = () => Date.now() + SETTLE_MS;
const outbox = new WebhookOutbox(randomUUIDv7);
for (;;) {
  const timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), randomInt(DIES_WITHIN_MS));
  await issueInvoices({ db, now, outbox, meter: noMeter });
  clearTimeout(timer);
  await sleep(PAUSE_MS);
}
