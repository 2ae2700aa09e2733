import { expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
await shop.sell({ id: 'ebook', stock: null });

test('two shoppers order what is not counted without waiting for each other', async () => {
  const buyer = await shop.shopper();
  await shop.call('POST', paths.cart, { as: buyer, body: { productId: 'ebook', qty: 1 } });
  const added = await shop.call('POST', paths.addresses, {
    as: buyer,
    body: { address: '1 Road' },
  });
  const body = { addressId: added.json()[0]._id };

  await shop.services.db.transaction().execute(async (tx) => {
    // Another order that isn't committed yet would hold the row like this.
    await tx
      .selectFrom('products')
      .select('id')
      .where('id', '=', 'ebook')
      .forNoKeyUpdate()
      .execute();
    const reply = await shop.call('POST', paths.checkout, { as: buyer, body });
    expect(reply.statusCode).toBe(200);
  });
});
