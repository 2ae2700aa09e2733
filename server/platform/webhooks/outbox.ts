/** The outbox: events are recorded in the transaction of the change that they tell of, and sent after its commit. */
import type { Tx } from '../storage/schema.ts';
import { addEvent, type NewEvent } from './store.ts';

export interface Outbox {
  /** @param event makes the event; called only if webhooks are on */
  add(tx: Tx, event: () => Promise<NewEvent>): Promise<void>;
  /** Sends without delay what was committed. Other servers find it within a second. */
  wake(): void;
}

/** For a shop without webhooks. */
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

  /** @param listener called if this process has committed events */
  onWake(listener: () => void): void {
    this.#onWake = listener;
  }
}
