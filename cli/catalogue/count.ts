import { countProducts } from '../../server/catalogue/store.ts';
import { count } from '../numbers.ts';
import { withServices } from '../shop.ts';

export async function run(): Promise<void> {
  const products = await withServices(({ db }) => countProducts(db));
  process.stdout.write(`${count(products, 'product')}\n`);
}
