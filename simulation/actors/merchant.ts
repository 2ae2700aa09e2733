/** A merchant changes prices, taxes and stock by files, takes products off sale and back, and changes the identity. */
import { Readable } from 'node:stream';
import { toDollars } from '../../contract/money.ts';
import { importFile, updateFile } from '../../server/operations/feeds/import.ts';
import { takeOut } from '../../server/operations/feeds/removal.ts';
import { sourceOf } from '../../server/operations/feeds/source-file.ts';
import type { Services } from '../../server/platform/services.ts';
import { findProductRows, readVersion } from '../../server/shop/catalogue/store.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import type { Change, Product, SaleTerms } from '../history.ts';
import { identityOf, productRow, saleTerms } from '../prepared-shop.ts';
import type { Random } from '../random.ts';
import type { Environment } from './environment.ts';

const CHANGE_CHANCE = 0.04;
const TERMS_CHANCE = 0.15;

/** @returns when no operations are left */
export async function changeCatalogue(environment: Environment): Promise<void> {
  const { history, products } = environment;
  const random = environment.randomOf('catalogue');
  const offSale = new Set<string>();
  let terms: SaleTerms = saleTerms[0];
  while (environment.operationsLeft > 0) {
    await environment.wait();
    if (!random.chance(CHANGE_CHANCE)) continue;
    const id = history.nextId();
    if (random.chance(TERMS_CHANCE)) {
      terms = random.pick(saleTerms);
      history.add({ kind: 'change', id, change: { terms } });
      const identity = identityOf(terms);
      await untilDone(environment, (services) =>
        once(services, id, (named) => replaceIdentity(named, identity)),
      );
      history.add({ kind: 'changed', id });
      continue;
    }
    const product = random.pick(products);
    const seen = await untilDone(environment, ({ db }) => findProductRows(db, [product.id]));
    const change = decide(product, random, { offSale, seen: seen[0]?.stock ?? 0, terms });
    history.add({ kind: 'change', id, change });
    const index = products.indexOf(product);
    await untilDone(environment, (services) =>
      once(services, id, (named) => write(named, { index, change, id })),
    );
    history.add({ kind: 'changed', id });
    if (change.onSale === false) offSale.add(product.id);
    else if (change.onSale) offSale.delete(product.id);
  }
}

/** A product with stock stays on sale, so that every unit can be checked. */
function decide(
  { id: productId, stock }: Product,
  random: Random,
  { offSale, seen, terms }: { offSale: ReadonlySet<string>; seen: number; terms: SaleTerms },
): Change {
  const costCents = random.between(99, 9_999);
  if (offSale.has(productId)) return { productId, costCents, onSale: true };
  if (random.chance(0.4)) return { productId, costCents };
  if (stock === null) return { productId, onSale: false };
  if (terms && random.chance(0.2)) return { productId, tax: random.pick(['full', 'low']) };
  const units = random.between(-15, 30);
  const after = Math.max(0, seen + units);
  return random.pick([
    { productId, stockChange: units },
    { productId, stock: after, stockSeen: seen },
    { productId, costCents, stock: after, stockSeen: seen },
    { productId, stock: after },
  ]);
}

/** Tries again after each crash. */
async function untilDone<T>(
  { desk }: Environment,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  for (;;) {
    const process = await desk();
    const result = work(process.services).then((value) => ({ value }));
    const done = await Promise.race([result, process.death]);
    if (done && !process.isDead) return done.value;
  }
}

interface Writing {
  /** The product's place in the catalogue, from 0. */
  index: number;
  change: Change;
  id: number;
}

/** Does nothing if an earlier attempt was committed. */
async function once(
  services: Services,
  id: number,
  work: (named: Services) => Promise<void>,
): Promise<void> {
  const version = `change-${id}`;
  if ((await readVersion(services.db)) !== version) {
    await work({ ...services, newId: () => version });
  }
}

async function write(services: Services, { index, change, id }: Writing): Promise<void> {
  const { productId, costCents, onSale, tax, stock, stockSeen, stockChange } = change;
  if (onSale === false && index % 2 === 0) {
    await takeOut(services, new Set([productId]));
    return;
  }
  const added = productRow({ id: productId, costCents: 1, stock: null }, index);
  const record = {
    ...(onSale && { name: added.name, category: added.category, image: added.image }),
    ...(onSale && { group: added.group_id, option: added.option }),
    ...{ _id: productId, cost: costCents && toDollars(costCents), active: onSale },
    ...{ tax, stock, stock_seen: stockSeen, stock_change: stockChange },
    // A file of the same bytes would be applied once.
    change: id,
  };
  const file = sourceOf('products.json', Readable.from([JSON.stringify([record])]));
  // An update changes no texts, and no rates.
  const send = onSale || tax || id % 2 === 0 ? importFile : updateFile;
  const { refused, problems } = await send(services, file);
  if (refused) throw new Error(problems.map(({ message }) => message).join('; '));
}
