/** The outbox: an event is recorded in the transaction of its change, and sent after the commit. */
import type { NewEvent, Outbox } from '../services.ts';
import type { Tx } from '../storage/schema.ts';
import { addEvent } from './store.ts';

/** The outbox of a shop without webhooks. */
export const noOutbox: Outbox = { async add() {}, wake() {} };

export class WebhookOutbox implements Outbox {
  readonly #newId: () => string;
  #onWake = (): void => {};

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  async add(tx: Tx, event: () => Promise<NewEvent>): Promise<void> {
    await addEvent(tx, this.#newId(), await event());
  }

  wake(): void {
    this.#onWake();
  }

  /** @param listener is called after this process has committed events */
  onWake(listener: () => void): void {
    this.#onWake = listener;
  }
}
