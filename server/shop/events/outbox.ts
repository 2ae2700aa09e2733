/** Records what the receiver of webhooks is told: in the transaction of the change, so that both are kept or none. */

import type { EventRecorder } from '../../platform/services.ts';
import type { OrderChangeRow, Tx } from '../../platform/storage/schema.ts';
import { addEvent } from '../../platform/webhooks/store.ts';
import { readUsername } from '../accounts/store.ts';
import type { StoredOrder } from '../orders/store.ts';
import { accountErased, orderChanged, orderPlaced } from './payload.ts';

export class Outbox implements EventRecorder {
  readonly #newId: () => string;
  #onCommitted = (): void => {};

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  async orderPlaced(tx: Tx, placed: StoredOrder): Promise<void> {
    const { id: order_id, user_id, placed_at: created_at } = placed.order;
    const event = orderPlaced(placed, await readUsername(tx, user_id));
    await addEvent(tx, { id: this.#newId(), user_id, order_id, number: 0, created_at }, event);
  }

  async orderChanged(tx: Tx, changed: StoredOrder, change: OrderChangeRow): Promise<void> {
    const { id: order_id, user_id } = changed.order;
    const { number, made_at: created_at } = change;
    const event = orderChanged(changed, change, await readUsername(tx, user_id));
    await addEvent(tx, { id: this.#newId(), user_id, order_id, number, created_at }, event);
  }

  async accountErased(tx: Tx, user_id: string, created_at: number): Promise<void> {
    const event = accountErased(user_id, created_at);
    const row = { id: this.#newId(), user_id, order_id: null, number: 0, created_at };
    await addEvent(tx, row, event);
  }

  committed(): void {
    this.#onCommitted();
  }

  /** The listener is called when this process has committed events. */
  onCommitted(listener: () => void): void {
    this.#onCommitted = listener;
  }
}
