import { countProducts } from '../../server/shop/catalogue/store.ts';
import { count } from '../numbers.ts';
import { withServices } from '../shop.ts';

export async function run({ json }: { json?: boolean }): Promise<void> {
  const products = await withServices(({ db }) => countProducts(db));
  process.stdout.write(
    json ? `${JSON.stringify({ products })}\n` : `${count(products, 'product')}\n`,
  );
}
