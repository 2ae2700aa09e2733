import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { ask } from '../http/ask.testing.ts';
import { openTestShop } from '../test-shop.ts';

const shop = await openTestShop();
await shop.sell({ id: 'lamp' });
// Behind each other in turns of the event loop, as requests are.
await shop.app.listen({ host: '127.0.0.1', port: 0 });

test('what an operator changes in the file by hand is in the very next answer', async () => {
  const { DATA_DIR: folder = '' } = shop.database.env;
  const operator = new DatabaseSync(join(folder, 'shop.db'));
  onTestFinished(() => operator.close());
  const shopper = await shop.shopper();
  const headers = { authorization: `Bearer ${shopper.token}` };
  const read = async () => {
    const { body } = await ask(shop.app, { path: paths.cart, headers });
    return JSON.parse(body.toString());
  };
  const body = { productId: 'lamp', qty: 2 };
  await shop.call('POST', paths.cart, { as: shopper, body });
  for (const qty of [3, 4]) {
    await read();
    operator.exec(`update cart_items set qty = ${qty}`);
    expect(await read()).toEqual([{ productId: 'lamp', qty }]);
  }
});
