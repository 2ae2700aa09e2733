/** The desk as an operator uses it in the browser. */
import { deskPaths, productDeskPath } from '../contract/desk.ts';
import { USERNAME_MAX_LENGTH } from '../contract/limits.ts';
import { expectAccessible, expectLargeTextToFit, expectToFit } from './accessible.ts';
import { DESK_PASSWORD, type Desk, deskTest, join, openLink } from './desk.ts';
import { expect } from './shop.ts';
import { demoProduct, newShopper } from './shopper.ts';

async function placeOrder({ shop }: Desk): Promise<string> {
  const shopper = await newShopper(shop.address);
  await shopper.putInCart(demoProduct('Studio Pendant Lamp'));
  return (await shopper.order('1 Long Road')) ?? '';
}

deskTest(
  'an operator joins by the link, works by keyboard, and logs out and in',
  async ({ page, desk }) => {
    const number = await placeOrder(desk);
    await join(page, desk, 'Ann');
    const toShip = page.getByRole('table', { name: 'Orders to ship' });
    await expect(toShip.getByRole('link', { name: number })).toBeVisible();
    await page.waitForLoadState();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Find an order' })).toBeFocused();
    await page.getByRole('button', { name: 'Log out, Ann' }).click();
    await page.goto(`${deskPaths.orders}?status=placed`);
    await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible();
    await page.keyboard.type('Ann');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Name or password is wrong.');
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.keyboard.type(DESK_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${desk.address}${deskPaths.orders}?status=placed`);
    await expect(page.getByRole('link', { name: number })).toBeVisible();
  },
);

deskTest(
  'an order is found, shipped and refunded in three presses each',
  async ({ page, desk }) => {
    const number = await placeOrder(desk);
    await join(page, desk, 'Eva');
    await page.waitForLoadState();
    await page.keyboard.press('/');
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await page.getByLabel('Carrier').fill('UPS');
    await page.getByLabel('Tracking number').fill('1Z999');
    await page.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(page.getByRole('status')).toHaveText(`Order ${number} is shipped, UPS 1Z999.`);
    await page.getByText('Refund', { exact: true }).click();
    await page.getByRole('spinbutton').fill('1');
    await page.getByRole('button', { name: 'Pay back' }).click();
    await expect(page.getByRole('status')).toContainText('went back to the wallet');
    await page.reload();
    await expect(page.getByText('refunded by Eva')).toBeVisible();
  },
);

deskTest(
  'a customer is found by name, and received money booked in three presses',
  async ({ page, desk }) => {
    const { username } = await newShopper(desk.shop.address);
    await join(page, desk, 'Fay');
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByLabel('Find', { exact: true }).fill(username.slice(0, -1).toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount in dollars').first().fill('12.50');
    await page.getByLabel('Note').first().fill('By bank; today');
    await page.getByRole('button', { name: 'Book money received' }).click();
    await expect(page.getByRole('status')).toHaveText(
      `$12.50 received from ${username}. The balance is $5012.50.`,
    );
    const newest = page.getByRole('table', { name: 'Wallet' }).getByRole('row').nth(1);
    await expect(newest).toContainText('By bank; today');
    // A second press would take away the password that the first one shows.
    await page.getByText('Reset the password').first().click();
    await page.getByRole('button', { name: 'Reset the password' }).dblclick({ delay: 30 });
    await expect(page.getByRole('status')).toContainText('is shown only now');
  },
);
deskTest('stock comes in three presses, and a picture is dropped', async ({ page, desk }) => {
  await join(page, desk, 'Gus');
  await page.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible();
  await page.waitForLoadState();
  await page.keyboard.press('/');
  await page.keyboard.type('pendant');
  await page.keyboard.press('Enter');
  const { name } = demoProduct('Studio Pendant Lamp');
  await page.getByLabel('Units to sell').fill('5');
  await page.getByRole('button', { name: 'Change the stock' }).click();
  await expect(page.getByRole('status')).toContainText('stock not counted → 5');
  await page.getByLabel('More or fewer units').fill('+12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('stock 5 → 17');
  const [lamp, shelf] = [await page.screenshot(), await page.locator('header').screenshot()];
  const files = [lamp, shelf].map((buffer) => ({
    name: `${name}.png`,
    mimeType: 'image/png',
    buffer,
  }));
  await page.getByLabel('Drop pictures here').setInputFiles(files);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('The pictures are added.');
  await page.getByRole('button', { name: 'Move picture 2 forward' }).click();
  await expect(page.getByRole('status')).toHaveText('The pictures are arranged.');
});

deskTest(
  'a file is dropped, its columns are chosen, and its changes are seen and applied',
  async ({ page, desk }) => {
    await join(page, desk, 'Hal');
    await page.getByRole('link', { name: 'Import' }).click();
    const text = 'SKU,Title,Price,Old price,Units here\nfern,Fern,12.50,14,3\nbad,Bad,free,1,1\n';
    const buffer = Buffer.from(text);
    const file = { name: 'spring.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Drop a file here').setInputFiles(file);
    await page.getByRole('button', { name: 'Read the file' }).click();
    await expect(page.getByLabel('What Price is')).toHaveValue('');
    await page.getByLabel('What Units here is').selectOption('stock');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await expect(page.getByRole('table', { name: 'Changes' })).toContainText('Fern, cost 12.5');
    await expect(page.getByRole('table', { name: 'Refused' })).toContainText('free');
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByLabel('Leave out what is refused').check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('status')).toContainText(
      '1 added, 0 updated, 0 unchanged, 1 skipped',
    );
    await page.goto(productDeskPath('fern'));
    await expect(page.getByText('3 to sell')).toBeVisible();
  },
);

deskTest('what was typed is not lost by a link or without the network', async ({ page, desk }) => {
  await join(page, desk, 'Lea');
  await page.goto(deskPaths.shop);
  await page.getByText('Words that mean the same').click();
  const lines = page.getByLabel('Lines');
  const save = page.getByRole('button', { name: 'Save' });
  await lines.fill('sofa, couch');
  const leave = (answer: 'accept' | 'dismiss') =>
    Promise.all([
      page.waitForEvent('dialog').then((dialog) => dialog[answer]()),
      page.getByRole('link', { name: 'Log', exact: true }).click({ noWaitAfter: true }),
    ]);
  await leave('dismiss');
  await page.context().setOffline(true);
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Nothing was sent');
  await page.context().setOffline(false);
  await expect(lines).toHaveValue('sofa, couch');
  await save.click();
  await expect(page.getByRole('status')).toBeVisible();
  await expect(lines).toHaveValue('sofa, couch');
  await page.getByText('Words that mean the same').click();
  await lines.fill('=> sofa');
  await save.click();
  await expect(page.getByRole('alert')).toBeVisible();
  // The script asks.
  await page.waitForLoadState();
  await leave('accept');
  await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
});

deskTest('Today says that an order has come, also in the title', async ({ page, desk }) => {
  await page.clock.install();
  await join(page, desk, 'Bea');
  const number = await placeOrder(desk);
  await page.clock.runFor(20_000);
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.getByRole('link', { name: '1 new order: show it' }).click();
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await expect(page).toHaveTitle(/^(?!\()/);
});

deskTest('every screen is accessible, and fits a narrow window', async ({ page, desk }) => {
  const lamp = demoProduct('Studio Pendant Lamp');
  const long = `${'Donaudampfschifffahrt'.repeat(3)} مصباح`;
  const number = await placeOrder(desk);
  const { username } = await newShopper(desk.shop.address, 'W'.repeat(USERNAME_MAX_LENGTH));
  await page.goto(deskPaths.login);
  await expectAccessible(page);
  await expectToFit(page);
  await openLink(page, desk, 'Cem');
  await expectAccessible(page);
  await expectToFit(page);
  await join(page, desk, 'Dee');
  await page.goto(productDeskPath(lamp._id));
  await page.getByText('Edit', { exact: true }).click();
  await page.getByLabel('Name').fill(long);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: long })).toBeVisible();
  const order = `${deskPaths.orders}/${number}`;
  const hostileOrder = `${deskPaths.orders}/${await placeOrder(desk)}`;
  await page.goto(`${deskPaths.customers}?q=${username}`);
  const customer = new URL(page.url()).pathname;
  for (const path of [
    deskPaths.secondFactor,
    deskPaths.today,
    deskPaths.orders,
    `${deskPaths.orders}?q=nothing`,
    order,
    hostileOrder,
    deskPaths.ship,
    deskPaths.shop,
    deskPaths.customers,
    customer,
    `${customer}/erase`,
    deskPaths.products,
    productDeskPath(lamp._id),
    deskPaths.import,
    deskPaths.log,
    `${deskPaths.slips}?ids=nothing`,
  ]) {
    await page.goto(path);
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    await expectAccessible(page);
    await expectToFit(page);
    await expectLargeTextToFit(page);
  }
});

deskTest(
  'on a phone an order says first what to pack, then where to, then ships',
  async ({ page, desk }) => {
    const number = await placeOrder(desk);
    await join(page, desk, 'Ida');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${deskPaths.orders}/${number}`);
    const parts = [
      page.getByRole('table', { name: 'Lines' }),
      page.getByText('1 Long Road').first(),
      page.getByRole('button', { name: 'Mark as shipped' }),
    ];
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeInViewport();
  },
);
