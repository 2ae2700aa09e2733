/** Wednesday: orders are shipped, and what goes wrong with them is mended. */
import { expect } from '../shop.ts';
import type { Orders } from './shoppers.ts';
import type { Week } from './week.ts';

export async function ship(week: Week, { kettles, several, table, mila }: Orders): Promise<void> {
  const { page, hands } = week;
  await week.task('pick list and slips', { presses: 6 }, async () => {
    await hands.section('Orders');
    await hands.link('Ship several');
    for (const [, number] of several) await hands.tick(hands.field(`Order ${number}`));
    await hands.button('Pick list and slips of those ticked');
    for (const [, number] of several) await expect(page.locator('body')).toContainText(number);
    await expect(page.locator('body')).not.toContainText(mila);
  });
  await page.goBack();
  const log = several.map(() => 'order shipped');
  await week.task('ship several', { presses: 1, log }, async () => {
    await hands.type('Carrier', 'DHL');
    for (const [, number] of several) {
      await hands.type(`Tracking number of ${number}`, `JD-${number}`);
    }
    await hands.enter();
    await hands.isTold('3 orders');
  });
  for (const [name, number] of several) {
    const tracking = { carrier: 'DHL', number: `JD-${number}` };
    expect(await week.orderOf(name, number)).toMatchObject({ status: 'shipped', tracking });
  }
  const shipped = table.map(() => 'order shipped');
  await week.task("carrier's table", { presses: 3, log: shipped }, async () => {
    const rows = table.map(([, number]) => `${number},UPS,1Z${number}`);
    const text = ['Order number,Carrier,Tracking number', ...rows].join('\n');
    await hands.open('From a table of parcels');
    const file = { name: 'ups.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await hands.drop('Drop the table here, or choose it', file);
    await hands.button('Ship all of the table');
    await hands.isTold('4 orders');
  });
  for (const [name, number] of table) {
    const tracking = { carrier: 'UPS', number: `1Z${number}` };
    expect(await week.orderOf(name, number)).toMatchObject({ status: 'shipped', tracking });
  }
  await week.task('ship one, by keyboard', { presses: 2, log: ['order shipped'] }, async () => {
    await hands.find(kettles, `Order ${kettles}`);
    await hands.tabTo(hands.field('Carrier'));
    await page.keyboard.type('GLS');
    await page.keyboard.press('Tab');
    await page.keyboard.type('G1');
    await hands.enter();
    await hands.isTold(`Order ${kettles} is shipped, GLS G1.`);
  });
  expect((await week.orderOf('ben', kettles)).status).toBe('shipped');
}

/** What goes wrong in a week. */
export async function mend(week: Week, orders: Orders): Promise<void> {
  const { page, hands } = week;
  const { kettles, reduced, moved, cancelled } = orders;
  const wallet = (name: string) => week.shopper(name).balance();
  await week.task('correct a parcel', { presses: 2, log: ['order tracked'] }, async () => {
    await hands.open('Correct the parcel');
    await hands.type('Tracking number', 'G2');
    await hands.enter();
    await hands.isTold('GLS G2');
  });
  expect((await week.orderOf('ben', kettles)).tracking?.number).toBe('G2');

  const before = await wallet('ben');
  const log = ['order refunded'];
  await week.task('refund by line with restock, by keyboard', { presses: 4, log }, async () => {
    await hands.find(kettles, `Order ${kettles}`);
    await hands.tabTo(hands.title('Refund').locator('xpath=ancestor-or-self::summary'));
    await hands.enter();
    await hands.tabTo(hands.field(/^Copper Kettle/));
    await page.keyboard.type('1');
    await hands.tabTo(hands.field('back to stock'));
    await hands.space();
    await hands.tabTo(page.getByRole('button', { name: 'Pay back' }));
    await hands.enter();
    await hands.isTold('$24.50 went back to the wallet.');
  });
  expect(await wallet('ben')).toBe(before + 24.5);
  expect((await week.orderOf('ben', kettles)).refunded).toBe(24.5);
  // Somebody can buy what was sold out.
  await expect.poll(async () => (await week.product('kettle'))?.available).toBeUndefined();

  await week.task('take units out', { presses: 3, log: ['order reduced'] }, async () => {
    await hands.find(reduced, `Order ${reduced}`);
    await hands.open('Take units out');
    await hands.type(/^Stoneware Mug/, '2');
    await hands.enter();
    await hands.isTold('$16 went back to the wallet.');
  });
  const [mugs] = (await week.orderOf('cleo', reduced)).lines;
  expect(mugs).toMatchObject({ productId: 'mug', qty: 3, cancelled: 2 });

  await week.task('mend an address', { presses: 3, log: ['order readdressed'] }, async () => {
    await hands.find(moved, `Order ${moved}`);
    await hands.open('Mend the address');
    await hands.type(/^Address/, '9 New Road');
    await hands.button('Save the address');
    await hands.isTold('has the new address');
  });
  expect((await week.orderOf('ben', moved)).address).toBe('9 New Road');
  await week.task('note', { presses: 2, log: ['order noted'] }, async () => {
    await hands.open('Note');
    await hands.type('Note', 'Rings twice');
    await hands.enter();
    await hands.isTold('the note is added');
  });

  const paid = await wallet('dan');
  // With an invoice, a cancellation has a credit note.
  await week.invoiceOf('dan', cancelled);
  await week.task('cancel', { presses: 4, log: ['order cancelled'] }, async () => {
    await hands.find(cancelled, `Order ${cancelled}`);
    await hands.open('Cancel the order');
    await hands.tick(hands.field(`Cancel order ${cancelled}`));
    await hands.button('Cancel the order');
    await hands.isTold('is cancelled');
  });
  expect((await week.orderOf('dan', cancelled)).status).toBe('cancelled');
  expect(await wallet('dan')).toBe(paid + 32);
}
