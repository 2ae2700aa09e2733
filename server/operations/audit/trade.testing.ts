/** Shoppers and orders of every kind, for the audit to look at. */

import { addPictureFiles, replacePictures } from '../../shop/catalogue/pictures/store.ts';
import { lockProductRows } from '../../shop/catalogue/store.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { SETTLE_MS } from '../../shop/invoices/issue.ts';
import { issueInvoices } from '../../shop/orders/issuer.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { eraseAccount } from '../accounts/erase.ts';
import { changeBalance } from '../accounts/wallet.ts';
import { setProduct } from '../feeds/apply/set-product.ts';
import { operatorOf } from '../orders/operator.testing.ts';

const rates = [
  { key: 'full', percent: 19, usual: true },
  { key: 'reduced', percent: 7 },
];

/** Sells, changes and erases in a shop that is empty. */
export async function trade(shop: TestShop): Promise<void> {
  const { checkout, readyShopper, put } = shoppingIn(shop);
  await replaceIdentity(shop.services, { name: 'Birch', tax: { name: 'VAT', rates } });
  await shop.sell({ id: 'pen', costCents: 105, stock: 100 });
  await shop.sell({ id: 'lamp', costCents: 4_999 });
  const pen = shop.services.db.updateTable('products').set({ tax: 'reduced' });
  await pen.where('id', '=', 'pen').execute();
  for (const key of ['first', 'second']) {
    const shopper = await readyShopper({ pen: 2, lamp: 1 });
    await checkout(shopper, { addressId: shopper.addressId, key });
    await put(shopper, 'lamp', 1);
    await put(shopper, 'pen', 1);
    await checkout(shopper, { addressId: shopper.addressId, key: `${key}-again` });
    await put(shopper, 'pen', 3);
    await put(shopper, 'lamp', 2);
  }
  await changeOrders(shop);
  await eraseSomebody(shop);
  await issueMostInvoices(shop);
  await addPictures(shop);
  await setStock(shop);
}

/** An operator counts the pens again. */
async function setStock({ services }: TestShop): Promise<void> {
  await setProduct(services, 'pen', new Map([['stock_change', { name: 'stock', value: '+9' }]]));
}

async function addPictures({ services: { db } }: TestShop): Promise<void> {
  const pictures = ['front', 'back'];
  await db.transaction().execute(async (tx) => {
    for (const picture of pictures) {
      await addPictureFiles(tx, picture, [
        { side: 320, format: 'webp', bytes: Buffer.from('any') },
      ]);
    }
    const [lamp] = await lockProductRows(tx, ['lamp']);
    const shown = pictures.map((picture) => ({ picture, source: '' }));
    if (lamp !== undefined) await replacePictures(tx, lamp, shown, 1);
  });
}

/** All orders have invoices but a fifth shopper's, which is new. */
async function issueMostInvoices(shop: TestShop): Promise<void> {
  const { checkout, readyShopper } = shoppingIn(shop);
  shop.pass(SETTLE_MS + 1);
  await issueInvoices(shop.services);
  const shopper = await readyShopper({ lamp: 1 });
  await checkout(shopper, { addressId: shopper.addressId });
}

/** Creates a third shopper with orders: cancelled, shipped and refunded in two parts, and mended before it is shipped. */
async function changeOrders(shop: TestShop): Promise<void> {
  const { checkout, readyShopper, put } = shoppingIn(shop);
  const shopper = await readyShopper({ pen: 1 });
  const [cancelled, refunded] = [
    await checkout(shopper, { addressId: shopper.addressId }),
    await put(shopper, 'lamp', 2).then(() => checkout(shopper, { addressId: shopper.addressId })),
  ].map((reply) => reply.json().orderId);
  const { change } = operatorOf(shop);
  await change(cancelled, 'cancel');
  await change(refunded, 'ship');
  await change(refunded, 'refund', { amountCents: 1 });
  await change(refunded, 'refund');
  for (const id of ['pen', 'lamp']) await put(shopper, id, 3);
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  await change(orderId, 'readdress', { address: '2 Mended Road' });
  for (const id of ['pen', 'lamp']) await change(orderId, 'cancel', { lines: new Map([[id, 1]]) });
  const gift = { account: shopper.userId, amountCents: 500, note: 'A gift' };
  await changeBalance(shop.services, gift);
}

/** A fourth shopper with an order that was shipped was erased. */
async function eraseSomebody(shop: TestShop): Promise<void> {
  const { checkout, readyShopper } = shoppingIn(shop);
  const shopper = await readyShopper({ lamp: 1 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  await operatorOf(shop).change(orderId, 'ship', { note: 'For somebody' });
  await eraseAccount(shop.services, shop.storage, shopper.userId, 'received');
}
