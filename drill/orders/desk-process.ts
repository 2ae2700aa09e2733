/**
 * The process of the operators of orders. Like the command line, it runs beside the shop, until the drill kills it.
 * Its argument is the database's options as JSON.
 */
import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../../contract/refusals.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import { noMeter } from '../../server/platform/metrics/meter.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import { WebhookOutbox } from '../../server/platform/webhooks/outbox.ts';
import type { DeskOperation, DeskReply } from '../history.ts';

export interface DeskRequest {
  id: number;
  operation: DeskOperation;
}

/** A status and a JSON body, as in HTTP. */
export interface DeskAnswer {
  id: number;
  status: number;
  body: string;
}

const storage = await openStorage(JSON.parse(process.argv[2] ?? ''));
const newId = () => randomUUIDv7();
const services = {
  db: storage.db,
  now: Date.now,
  newId,
  outbox: new WebhookOutbox(newId),
  meter: noMeter,
};
process.on('message', async ({ id, operation }: DeskRequest) => {
  process.send?.({ id, ...(await change(operation)) });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** Changes an order. An error other than a refusal ends the process. */
async function change(operation: DeskOperation): Promise<Omit<DeskAnswer, 'id'>> {
  try {
    const { order, isChanged } = await changeAsOperator(services, operation);
    const reply: DeskReply = {
      status: order.status,
      refundedCents: order.refunded_cents,
      isChanged,
    };
    return { status: 200, body: JSON.stringify(reply) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: JSON.stringify({ message: error.message }) };
  }
}
