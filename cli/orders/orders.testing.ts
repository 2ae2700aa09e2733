/** A shop with orders, which stays open while the commands of `qkart orders` run. */
import { orderPath } from '../../contract/paths.ts';
import { formatNumber, numberOf } from '../../server/shop/codes.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart } from '../shared/process.testing.ts';

/** It sells a lamp for $12.50, whose name is a formula. */
export async function openShopWithOrders() {
  const shop = await openTestShop();
  const { checkout, readyShopper } = shoppingIn(shop);
  await shop.sell({ id: 'lamp', name: '=Lamp', costCents: 1_250, stock: 100 });

  const orders = (...words: string[]) => runQkart(['orders', ...words], shop.database.env);

  /** Places an order of two lamps. */
  async function order() {
    const shopper = await readyShopper({ lamp: 2 });
    const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
    const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
    const number = formatNumber(numberOf(orderId));
    const renumber = (number: string) =>
      shop.services.db.updateTable('orders').set({ number }).where('id', '=', orderId).execute();
    return { shopper, orderId, number, read, renumber };
  }

  return { shop, orders, order };
}
