/** What a week at the desk needs: tasks that count presses and changes, and what shoppers know of their orders. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Product } from '../../contract/catalogue.ts';
import type { FoundOrder, Order } from '../../contract/orders.ts';
import { productPath, searchPath } from '../../contract/paths.ts';
import type { Desk } from '../desk.ts';
import { expect, test } from '../shop.ts';
import { newShopper, type Shopper } from '../shopper.ts';
import { Hands } from './hands.ts';

export const OPERATOR = 'Moira';
/** A spreadsheet would calculate it. */
export const FORMULA = '=HYPERLINK("http://evil.example","Gift card")';

/** The merchant's own table, whose headings no shop knows. */
export const TABLE = `Artikel,Bezeichnung,VK,Bestand,Warengruppe
mug,Stoneware Mug,8.00,40,Cups
kettle,Copper Kettle,24.50,1,Kettles
tray,Oak Tray,15.25,20,Trays
strainer,Tea Strainer,4.00,30,Tools
card,"${FORMULA.replaceAll('"', '""')}",20.00,50,Cards
`;

export type Document = NonNullable<FoundOrder['document']>;

interface Bounds {
  /** At most. */
  presses: number;
  /** The entries of the log that the task leaves, as `qkart log` names their actions. */
  log?: readonly string[];
}

export class Week {
  readonly hands: Hands;
  readonly page: Page;
  readonly desk: Desk;
  /** What the log must have of the operator, in order. */
  readonly logged: string[] = [];
  readonly #names = new Map<string, Shopper>();

  constructor(page: Page, desk: Desk) {
    this.page = page;
    this.desk = desk;
    this.hands = new Hands(page);
  }

  async task(name: string, { presses, log = [] }: Bounds, play: () => Promise<void>) {
    await test.step(name, async () => {
      const before = this.hands.presses;
      await play();
      expect(this.hands.presses - before, `presses: ${name}`).toBeLessThanOrEqual(presses);
      this.logged.push(...log);
    });
  }

  async register(...names: string[]): Promise<void> {
    for (const name of names) {
      const shopper = await newShopper(this.desk.shop.address, `${name}-${hex()}`);
      this.#names.set(name, shopper);
    }
  }

  shopper(name: string): Shopper {
    const shopper = this.#names.get(name);
    if (shopper === undefined) throw new Error(`Nobody is called ${name}`);
    return shopper;
  }

  /** @returns the number of the order */
  async order(name: string, lines: Record<string, number>, address = `1 ${name} Lane`) {
    const shopper = this.shopper(name);
    for (const [_id, qty] of Object.entries(lines)) await shopper.putInCart({ _id }, qty);
    return (await shopper.order(address)) ?? '';
  }

  /** The orders as the shopper sees them. */
  async ordersOf(name: string): Promise<Order[]> {
    return (await (await this.shopper(name).send('GET /orders?limit=50')).json()) as Order[];
  }

  async orderOf(name: string, number: string): Promise<Order> {
    const found = (await this.ordersOf(name)).find((order) => order.number === number);
    if (found === undefined) throw new Error(`${name} has no order ${number}`);
    return found;
  }

  /** Waits until the order has its invoice, which it gets once nobody is at work on it. */
  async invoiceOf(name: string, number: string): Promise<string> {
    const invoice = async () => (await this.orderOf(name, number)).invoice;
    await expect.poll(invoice).toBeDefined();
    return (await invoice()) ?? '';
  }

  /** All documents that the shoppers have: an invoice for each order, a credit note for what went back. */
  async documentsOf(...names: string[]): Promise<Document[]> {
    const documents: Document[] = [];
    for (const name of names) {
      for (const { number = '' } of await this.ordersOf(name)) {
        const credits = async () => {
          const { history = [] } = await this.orderOf(name, number);
          return history.filter(({ amount = 0 }) => amount > 0).map(({ invoice }) => invoice);
        };
        const invoice = await this.invoiceOf(name, number);
        await expect.poll(credits).not.toContain(undefined);
        for (const one of [invoice, ...(await credits())]) {
          const reply = await this.shopper(name).send(`GET /orders/${one}`);
          const { document } = (await reply.json()) as FoundOrder;
          if (document !== undefined) documents.push(document);
        }
      }
    }
    return documents;
  }

  /** @returns undefined if shoppers can't see it */
  async product(id: string): Promise<Product | undefined> {
    const reply = await fetch(this.desk.shop.address + productPath(id));
    return reply.ok ? ((await reply.json()) as Product) : undefined;
  }

  /** The ids of what a shopper's search finds. */
  async search(text: string): Promise<string[]> {
    const reply = await fetch(this.desk.shop.address + searchPath(text));
    return reply.ok ? ((await reply.json()) as Product[]).map(({ _id }) => _id) : [];
  }

  /** What a visitor of the shop reads. */
  async shopPage(path = '/'): Promise<string> {
    return (await fetch(this.desk.shop.address + path)).text();
  }
}

const hex = () => randomBytes(4).toString('hex');
