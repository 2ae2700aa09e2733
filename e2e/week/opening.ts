/** Monday: the operator joins, and the shop gets its products, its name and its pictures. */
import { Secret, TOTP } from 'otpauth';
import { DESK_PASSWORD, openLink } from '../desk.ts';
import { expect } from '../shop.ts';
import { FORMULA, OPERATOR, TABLE, type Week } from './week.ts';

const SHOP = 'Birch & Bloom';
/** How long a code of an authenticator app holds. */
const STEP_MS = 30_000;

export async function join(week: Week): Promise<void> {
  const { page, hands, desk } = week;
  await openLink(page, desk, OPERATOR);
  await week.task('join', { presses: 1, log: ['operator changed'] }, async () => {
    await hands.type('Choose a password', DESK_PASSWORD);
    await hands.type('Repeat it', DESK_PASSWORD);
    await hands.enter();
    await hands.isAt('A second factor');
  });
  const secret = Secret.fromBase32(await page.locator('code').innerText());
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  await week.task('second factor', { presses: 1, log: ['operator changed'] }, async () => {
    await hands.type('Code of six digits', codeAt(Date.now()));
    await hands.enter();
    await hands.isAt('Today');
  });
  await hands.button(`Log out, ${OPERATOR}`);
  await week.task('log in', { presses: 2 }, async () => {
    await hands.type('Name', OPERATOR);
    await hands.type('Password', DESK_PASSWORD);
    await hands.enter();
    await hands.isAt('Your second factor');
    // A code is accepted once; that of the next step is early, and right.
    await hands.type('Code of six digits', codeAt(Date.now() + STEP_MS));
    await hands.enter();
    await hands.isAt('Today');
  });
}

export async function fillTheShop(week: Week): Promise<void> {
  const { page, hands } = week;
  await week.task('import', { presses: 10, log: ['products changed'] }, async () => {
    await hands.section('Import');
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) };
    await hands.drop('Drop a file here, or choose it', file);
    await hands.button('Read the file');
    const chosen = ['_id', 'name', 'cost', 'stock', 'category'];
    for (const [index, heading] of (TABLE.split('\n', 1)[0] ?? '').split(',').entries()) {
      await hands.choose(`What ${heading} is`, chosen[index] ?? '');
    }
    await hands.button('Show what changes');
    const changes = page.getByRole('table', { name: 'Changes' });
    await expect(changes.getByRole('row')).toHaveCount(6);
    await expect(changes).toContainText('Copper Kettle');
    await hands.button('Apply');
    await hands.isTold('5 added, 0 updated, 0 unchanged');
  });
  await expect.poll(() => week.search('kettle')).toEqual(['kettle']);
  expect(await week.product('card')).toMatchObject({ name: FORMULA, cost: 20 });

  await week.task('name and legal texts', { presses: 3, log: ['shop changed'] }, async () => {
    await hands.section('Shop');
    await hands.open('Name, look and legal texts');
    await hands.type('Name', SHOP);
    await hands.type('Legal name of the seller', 'Birch & Bloom Ltd');
    await hands.type(/^Its address/, '1 Mill Lane\nYork');
    await hands.type('Its country', 'GB');
    await hands.type('Its email address', 'hello@birch.example');
    await hands.type('What the tax is called', 'VAT');
    await hands.type('Its percent', '20');
    await hands.type(/^Imprint/, '# Imprint\n\nRegistered in York.');
    await hands.button('Save');
    await hands.isTold('Saved.');
  });
  await expect.poll(() => week.shopPage('/?page=imprint')).toContain('Registered in York.');
  expect(await week.shopPage()).toContain('Birch &amp; Bloom');
}

export async function arrangeProducts(week: Week): Promise<void> {
  const { page, hands } = week;
  const [first, second] = [await page.screenshot(), await page.locator('header').screenshot()];
  const file = { name: 'kettle.png', mimeType: 'image/png' };
  const imageOf = async (id: string) => (await week.product(id))?.image;
  const drawn = await imageOf('kettle');
  await week.task('drop pictures', { presses: 4, log: ['pictures changed'] }, async () => {
    await hands.section('Products');
    await hands.find('kettle', 'Copper Kettle');
    const files = [first, second].map((buffer) => ({ ...file, buffer }));
    await hands.drop('Drop pictures here, or choose them', files);
    await hands.button(/^Add$/);
    await hands.isTold('The pictures are added.');
  });
  await expect.poll(() => imageOf('kettle')).not.toBe(drawn);
  const before = await imageOf('kettle');
  await week.task('order of pictures', { presses: 1, log: ['pictures changed'] }, async () => {
    await hands.button('Move picture 2 forward');
    await hands.isTold('The pictures are arranged.');
  });
  await expect.poll(() => imageOf('kettle')).not.toBe(before);

  await week.task('more stock', { presses: 1, log: ['products changed'] }, async () => {
    await hands.type('More or fewer units', '+3');
    await hands.type('Reason', 'Delivery note 7');
    await hands.enter();
    await hands.isTold('stock 1 → 4');
  });
  await week.task('less stock', { presses: 1, log: ['products changed'] }, async () => {
    await hands.type('More or fewer units', '-2');
    await hands.type('Reason', 'Broken');
    await hands.enter();
    await hands.isTold('stock 4 → 2');
  });
  await expect(page.getByRole('table', { name: 'Changes' })).toContainText('Delivery note 7');

  await week.task('price', { presses: 3, log: ['products changed'] }, async () => {
    await hands.find('tray', 'Oak Tray');
    await hands.open('Edit');
    await hands.type('Price', '14.75');
    await hands.enter();
    await hands.isTold('Price $15.25 → $14.75');
  });
  await expect.poll(async () => (await week.product('tray'))?.cost).toBe(14.75);
  await week.task('off sale', { presses: 2, log: ['products changed'] }, async () => {
    await hands.open('Take off sale');
    await hands.button('Take off sale');
    await hands.isTold('on sale yes → no');
  });
  await expect.poll(() => week.search('tray')).toEqual([]);
  await week.task('on sale', { presses: 2, log: ['products changed'] }, async () => {
    await hands.open('Put on sale');
    await hands.button('Put on sale');
    await hands.isTold('on sale no → yes');
  });
  await expect.poll(() => week.search('tray')).toEqual(['tray']);
}

export async function joinWords(week: Week): Promise<void> {
  const { hands, desk } = week;
  // A text is kept from its third search on.
  for (let times = 0; times < 3; times++) expect(await week.search('infuser')).toEqual([]);
  // Searches are counted once a minute, and when the shop stops.
  await desk.shop.kill('SIGTERM');
  await desk.shop.restart();
  await week.task('synonyms', { presses: 2, log: ['synonyms replaced'] }, async () => {
    await hands.section('Shop');
    await hands.type(/^The shop's word for infuser,/, 'strainer');
    await hands.enter();
    await hands.isTold('Whoever searches for infuser finds strainer, too.');
  });
  await expect.poll(() => week.search('infuser')).toEqual(['strainer']);
}
