import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';

const shop = await openTestShop();
await shop.sell({ id: 'ebook', stock: null });

test('two shoppers order what is not counted without waiting for each other', async () => {
  const { checkout, readyShopper } = shoppingIn(shop);
  const buyer = await readyShopper({ ebook: 1 });
  await shop.services.db.transaction().execute(async (tx) => {
    // Another order that isn't committed yet would hold the row like this.
    await tx
      .selectFrom('products')
      .select('id')
      .where('id', '=', 'ebook')
      .forNoKeyUpdate()
      .execute();
    expect((await checkout(buyer, buyer)).statusCode).toBe(200);
  });
});
