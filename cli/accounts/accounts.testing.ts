/** A shop with shoppers, which stays open while the commands of `qkart accounts` run. */
import { paths } from '../../contract/paths.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop, type TestShopper } from '../../server/testing/test-shop.ts';
import { runQkart } from '../shared/process.testing.ts';

export async function openShopWithAccounts() {
  const shop = await openTestShop();
  const { addAddress, balance, checkout, put } = shoppingIn(shop);
  await shop.sell({ id: 'lamp', costCents: 1_250 });

  const accounts = (...words: string[]) => runQkart(['accounts', ...words], shop.database.env);
  const login = ({ username }: TestShopper, password: string) =>
    shop.call('POST', paths.login, { body: { username, password } });
  /** 401 once the shopper's session has ended. */
  const statusOfCart = async (as: TestShopper) =>
    (await shop.call('GET', paths.cart, { as })).statusCode;

  /** @returns the order's id */
  async function orderLamp(shopper: TestShopper, address: string): Promise<string> {
    const addressId = await addAddress(shopper, address);
    await put(shopper, 'lamp', 1);
    return (await checkout(shopper, { addressId })).json().orderId;
  }

  return { shop, accounts, balance, login, statusOfCart, orderLamp };
}
