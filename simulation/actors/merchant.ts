/** A merchant changes prices, taxes and stock by files or one by one, takes products off sale and back, and changes the identity. */
import { Readable } from 'node:stream';
import { toDollars } from '../../contract/money.ts';
import { setProduct } from '../../server/operations/feeds/apply/set-product.ts';
import { importFile, updateFile } from '../../server/operations/feeds/import.ts';
import { sourceOf } from '../../server/operations/feeds/reading/source-file.ts';
import { takeOut } from '../../server/operations/feeds/removal.ts';
import type { OperatorServices } from '../../server/platform/services.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import type { FieldName } from '../../server/shop/catalogue/fields/product-fields.ts';
import { findProductRows, readVersion } from '../../server/shop/catalogue/store.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import type { Change, Product, SaleTerms } from '../history.ts';
import { identityOf, productRow, saleTerms } from '../prepared-shop.ts';
import type { Random } from '../random.ts';
import type { Environment } from './environment.ts';

const CHANGE_CHANCE = 0.04;
const TERMS_CHANCE = 0.3;

/** What a merchant knows of the shop. */
export interface Merchant {
  offSale: Set<string>;
  terms: SaleTerms;
}

export function newMerchant(): Merchant {
  return { offSale: new Set(), terms: saleTerms[0] };
}

/** @returns when no operations are left */
export async function changeCatalogue(
  environment: Environment,
  merchant = newMerchant(),
): Promise<void> {
  const { history, products } = environment;
  const { offSale } = merchant;
  const random = environment.randomOf('catalogue');
  while (environment.operationsLeft > 0) {
    await environment.wait();
    if (!random.chance(CHANGE_CHANCE)) continue;
    const id = history.nextId();
    if (random.chance(TERMS_CHANCE)) {
      const terms = random.pick(saleTerms);
      merchant.terms = terms;
      history.add({ kind: 'change', id, change: { terms } });
      const identity = identityOf(terms);
      await untilDone(environment, (services) => replaceIdentity(services, identity));
      history.add({ kind: 'changed', id });
      continue;
    }
    const product = random.pick(products);
    const stocks = await untilDone(environment, ({ db }) => readStocks(db, products));
    const change = decide(product, random, { ...merchant, stocks });
    const more = isDifference(change)
      ? products.filter((other) => other !== product && other.stock !== null && random.chance(0.3))
      : [];
    const changes = [change, ...more.map(({ id }) => difference(id, random, stocks))];
    const ids = changes.map((change, index) => {
      const changeId = index === 0 ? id : history.nextId();
      history.add({ kind: 'change', id: changeId, change });
      return changeId;
    });
    const isSingle = more.length === 0 && !change.onSale && id % 3 === 0;
    const writing = { products, changes, isSingle, id, pause: environment.wait };
    const setsStock = change.stock !== undefined && change.stockSeen === undefined;
    // It would change the stock again if it were repeated.
    const isOnce = setsStock || isSingle;
    await untilDone(environment, (services) =>
      isOnce ? once(services, id, (named) => write(named, writing)) : write(services, writing),
    );
    for (const id of ids) history.add({ kind: 'changed', id });
    if (change.onSale === false) offSale.add(product.id);
    else if (change.onSale) offSale.delete(product.id);
  }
}

async function readStocks(db: Db, products: readonly Product[]): Promise<Stocks> {
  const rows = await findProductRows(
    db,
    products.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, stock }) => [id, stock ?? 0]));
}

type Stocks = ReadonlyMap<string, number>;

/** A product with stock stays on sale, so that every unit can be checked. */
function decide(
  { id: productId, stock }: Product,
  random: Random,
  { offSale, stocks, terms }: Merchant & { stocks: Stocks },
): Change {
  const costCents = random.between(99, 9_999);
  if (offSale.has(productId)) return { productId, costCents, onSale: true };
  if (random.chance(0.4)) return { productId, costCents };
  if (stock === null) return { productId, onSale: false };
  if (terms && random.chance(0.2)) return { productId, tax: random.pick(['full', 'low']) };
  if (random.chance(0.2)) return { productId, stock: random.between(0, 40) };
  return difference(productId, random, stocks);
}

/** Changes a stock by a difference, which counts once however often the file is repeated. */
function difference(productId: string, random: Random, stocks: Stocks): Change {
  const units = random.between(-15, 30);
  if (random.chance(0.5)) return { productId, stockChange: units };
  const stockSeen = stocks.get(productId) ?? 0;
  const stock = Math.max(0, stockSeen + units);
  const cost = random.chance(0.5) && { costCents: random.between(99, 9_999) };
  return { productId, ...cost, stock, stockSeen };
}

function isDifference({ stockSeen, stockChange }: Change): boolean {
  return stockSeen !== undefined || stockChange !== undefined;
}

/** Tries again after each crash. */
async function untilDone<T>(
  { operators }: Environment,
  work: (services: OperatorServices) => Promise<T>,
): Promise<T> {
  for (;;) {
    const process = await operators();
    const result = work(process.services).then((value) => ({ value }));
    const done = await Promise.race([result, process.death]);
    if (done && !process.isDead) return done.value;
  }
}

interface Writing {
  products: readonly Product[];
  /** Those of one file. */
  changes: readonly Change[];
  /** Whether the one product is changed without a file. */
  isSingle: boolean;
  id: number;
  /** Between the transactions, one for each product. */
  pause: () => Promise<void>;
}

/** Does nothing if an earlier attempt was committed. */
async function once(
  services: OperatorServices,
  id: number,
  work: (named: OperatorServices) => Promise<void>,
): Promise<void> {
  const version = `change-${id}`;
  if ((await readVersion(services.db)) !== version) {
    await work({ ...services, newId: () => version });
  }
}

async function write(services: OperatorServices, writing: Writing): Promise<void> {
  const { products, changes, isSingle, id, pause } = writing;
  const [change = { productId: '' }] = changes;
  const { productId, onSale, tax } = change;
  const indexOf = (id: string) => products.findIndex((product) => product.id === id);
  if (onSale === false && indexOf(productId) % 2 === 0) {
    await takeOut(services, new Set([productId]));
    return;
  }
  if (isSingle) {
    await setProduct(services, productId, toAssignments(change));
    return;
  }
  const records = changes.map((change) => toRecord(change, indexOf(change.productId), id));
  const file = sourceOf('products.json', Readable.from([JSON.stringify(records)]));
  // An update changes no texts, and no rates.
  const send = onSale || tax || id % 2 === 0 ? importFile : updateFile;
  const batching = { size: 1, pauseMinMs: 1, pause };
  const { refused, problems } = await send(services, file, { batching });
  if (refused) throw new Error(problems.map(({ message }) => message).join('; '));
}

function toAssignments({ costCents, onSale, tax, stock, stockSeen, stockChange }: Change) {
  const values = {
    ...{ cost: costCents && toDollars(costCents), active: onSale, tax },
    ...{ stock, stock_seen: stockSeen, stock_change: stockChange },
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Safe: the names above are those of fields.
  return new Map(given.map(([name, value]) => [name as FieldName, { name, value: `${value}` }]));
}

/** @param index the product's place in the catalogue, from 0 @param id that of the file */
function toRecord({ productId, costCents, onSale, ...change }: Change, index: number, id: number) {
  const added = productRow({ id: productId, costCents: 1, stock: null }, index);
  return {
    ...(onSale && { name: added.name, category: added.category, image: added.image }),
    ...(onSale && { group: added.group_id, option: added.option }),
    ...{ _id: productId, cost: costCents && toDollars(costCents), active: onSale },
    ...{ tax: change.tax, stock: change.stock },
    ...{ stock_seen: change.stockSeen, stock_change: change.stockChange },
    // A file of the same bytes would be applied once.
    change: id,
  };
}
