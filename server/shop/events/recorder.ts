/** Tells others of a change: the receiver of webhooks in the same transaction, the meter after its commit. */
import type { Carrier } from '../../../contract/shop-identity.ts';
import type { ShopServices } from '../../platform/services.ts';
import type { InvoiceRow, OrderChangeRow, Tx } from '../../platform/storage/schema.ts';
import { readUsername } from '../accounts/store.ts';
import { readIdentity } from '../identity/store.ts';
import { readDocument } from '../invoices/store.ts';
import { isPublic, lastParcel } from '../orders/lifecycle.ts';
import { readOrder, type StoredOrder } from '../orders/store.ts';
import { accountErased, invoiceIssued, orderChanged, orderPlaced } from './payload.ts';

/** Records the changes of one transaction. `transactShop` makes it, and calls `committed`. */
export class ChangeRecorder {
  readonly #services: Pick<ShopServices, 'outbox' | 'meter'>;
  readonly #tx: Tx;
  readonly #afterCommit: (() => void)[] = [];

  constructor(services: Pick<ShopServices, 'outbox' | 'meter'>, tx: Tx) {
    this.#services = services;
    this.#tx = tx;
  }

  async orderPlaced(placed: StoredOrder): Promise<void> {
    const { outbox, meter } = this.#services;
    const { id: order_id, user_id, placed_at: created_at, total_cents } = placed.order;
    await outbox.add(this.#tx, async () => ({
      user_id,
      order_id,
      number: 0,
      created_at,
      event: orderPlaced(placed, await readUsername(this.#tx, user_id)),
    }));
    this.#afterCommit.push(() => meter.orderPlaced(total_cents), outbox.wake.bind(outbox));
  }

  /** @param changed the order after the change */
  async orderChanged(changed: StoredOrder, change: OrderChangeRow): Promise<void> {
    if (!isPublic(change)) return;
    const { outbox } = this.#services;
    const { id: order_id, user_id } = changed.order;
    await outbox.add(this.#tx, async () => ({
      user_id,
      order_id,
      number: change.number,
      created_at: change.made_at,
      event: orderChanged(changed, change, {
        username: await readUsername(this.#tx, user_id),
        carriers: await this.#carriersOf(changed),
      }),
    }));
    this.#afterCommit.push(outbox.wake.bind(outbox));
  }

  /** @param now when it was issued */
  async invoiceIssued(invoice: InvoiceRow, now: number): Promise<void> {
    const { outbox } = this.#services;
    const { order_id, change_number: number } = invoice;
    await outbox.add(this.#tx, async () => {
      const order = await readOrder(this.#tx, order_id);
      const { user_id } = order.order;
      return {
        ...{ user_id, order_id, number, created_at: now },
        event: invoiceIssued(await readDocument(this.#tx, invoice), order, {
          ...{ username: await readUsername(this.#tx, user_id), now },
          carriers: await this.#carriersOf(order),
        }),
      };
    });
    this.#afterCommit.push(outbox.wake.bind(outbox));
  }

  async #carriersOf({ changes }: StoredOrder): Promise<readonly Carrier[] | undefined> {
    if (lastParcel(changes) === undefined) return undefined;
    return (await readIdentity(this.#tx))?.carriers;
  }

  async accountErased(user_id: string, created_at: number): Promise<void> {
    const { outbox } = this.#services;
    const event = accountErased(user_id, created_at);
    await outbox.add(this.#tx, async () => ({
      user_id,
      order_id: null,
      number: 0,
      created_at,
      event,
    }));
    this.#afterCommit.push(outbox.wake.bind(outbox));
  }

  moneyGranted(cents: number): void {
    this.#afterCommit.push(() => this.#services.meter.moneyGranted(cents));
  }

  committed(): void {
    for (const tell of this.#afterCommit) tell();
  }
}
