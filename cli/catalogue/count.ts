import { countProducts } from '../../server/shop/catalogue/store.ts';
import { count } from '../numbers.ts';
import { readShop } from '../shop.ts';

export async function run({ json }: { json?: boolean }): Promise<void> {
  const products = await readShop(countProducts);
  process.stdout.write(
    json ? `${JSON.stringify({ products })}\n` : `${count(products, 'product')}\n`,
  );
}
