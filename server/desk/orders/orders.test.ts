/** Orders at the desk: what their pages show, and what their forms do. */
import { expect, test } from 'vitest';
import { customerDeskPath, deskPaths, orderDeskPath } from '../../../contract/desk.ts';
import { orderPath } from '../../../contract/paths.ts';
import { changeAsOperator } from '../../operations/orders/orders.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { SETTLE_MS } from '../../shop/invoices/issue.ts';
import { issueInvoices } from '../../shop/orders/issuer.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestDesk, textOf, tokenOf } from '../desk.testing.ts';

const desk = await openTestDesk();
const { shop } = desk;
const { db } = shop.services;
const { addAddress, put, checkout, balance } = shoppingIn(shop);
const carriers = [{ name: 'Birch Post', url: 'https://post.example/?parcel={number}' }];
await replaceIdentity(shop.services, {
  name: 'Birch',
  tax: { name: 'VAT', percent: 19 },
  carriers,
});
await shop.sell({ id: 'lamp', name: '=Lamp <b>bold</b>', costCents: 1_250, stock: 100 });
const ann = await desk.join('Ann');
const bea = await desk.join('Bea');

async function order({ address = '1 Long Road', username = undefined as string | undefined } = {}) {
  const shopper = await shop.shopper(username);
  await put(shopper, 'lamp', 3);
  const addressId = await addAddress(shopper, address);
  const { orderId, number } = (await checkout(shopper, { addressId })).json();
  const url = orderDeskPath(orderId);
  const page = async () => (await desk.get(ann, url)).body;
  const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
  /** Sends a form of the page as it is now. */
  const send = async (fields: Record<string, string>, html?: string) => {
    const shown = html ?? (await page());
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown)?.[1];
    return desk.send(ann, {
      method: 'POST',
      url,
      form: {
        ...{ token: tokenOf(shown), version: hidden('version') ?? '', key: hidden('key') ?? '' },
        ...fields,
      },
    });
  };
  const log = () =>
    db
      .selectFrom('operator_log')
      .selectAll()
      .where('subject', '=', orderId)
      .orderBy('id')
      .execute();
  return { shopper, orderId, number, url, page, read, send, log };
}

const stock = async () =>
  (await db.selectFrom('products').select('stock').where('id', '=', 'lamp').executeTakeFirst())
    ?.stock;

test('an order is shipped, its parcel corrected, noted and refunded, each in the log', async () => {
  const { shopper, send, read, log, page, url } = await order();
  const shipped = await send({ intent: 'ship', carrier: 'UPS', tracking: '1Z', note: 'Two boxes' });
  expect([shipped.statusCode, shipped.headers.location]).toEqual([303, url]);
  expect(textOf(await page())).toContain('is shipped, UPS 1Z.');
  expect(await page()).toMatch(/name="tracking"[^>]*value="1Z"/);
  await send({ intent: 'track', carrier: 'UPS', tracking: '1Z999' });
  await send({ intent: 'send', carrier: 'UPS', tracking: '2Z' });
  expect((await read()).parcels).toMatchObject([{ number: '1Z999' }, { number: '2Z' }]);
  await send({ intent: 'note', note: 'Rang twice' });
  const [before, left] = [await balance(shopper), await stock()];
  await send({ intent: 'refund', 'units-0': '2', 'restock-0': 'on' });
  expect([await balance(shopper), await stock()]).toEqual([before + 25, Number(left) + 2]);
  expect(textOf(await page())).toContain('$25 went back to the wallet');
  expect(await read()).toMatchObject({ status: 'shipped', refunded: 25 });
  expect((await log()).map(({ action, operator, origin }) => [action, operator, origin])).toEqual(
    ['order shipped', 'order tracked', 'order sent', 'order noted', 'order refunded'].map(
      (action) => [...[action, 'Ann', 'desk at 127.0.0.1']],
    ),
  );
  expect(textOf(await page())).toMatch(/noted by Ann.*Rang twice/s);
});

test('carriers are proposed, and a parcel leads to where it is followed', async () => {
  const { send, page } = await order();
  for (const html of [await page(), (await desk.get(ann, deskPaths.ship)).body]) {
    expect(html).toMatch(/<option value="Birch Post">.*<option value="UPS">/);
  }
  await send({ intent: 'ship', carrier: 'birch post', tracking: 'AB-12' });
  await send({ intent: 'send', carrier: 'Somebody', tracking: '3' });
  const html = await page();
  expect(html).toMatch(
    /<a href="https:\/\/post\.example\/\?parcel=AB-12"[^>]*>birch post AB-12<\/a>/,
  );
  expect(textOf(html)).toContain('Somebody 3');
});

test('before it is shipped, units are taken out, the address is mended, and it is cancelled', async () => {
  const { shopper, send, read, page } = await order();
  const [before, left] = [await balance(shopper), Number(await stock())];
  await send({ intent: 'reduce', 'units-0': '1' });
  const reduced = await page();
  expect(textOf(reduced)).toContain('1 taken out');
  expect(textOf(reduced)).not.toContain('1 refunded');
  expect(textOf((await desk.get(ann, deskPaths.ship)).body)).toMatch(/2 × =Lamp <b>bold<\/b> to/);
  expect(textOf(reduced)).toContain('=Lamp <b>bold</b> (2 at $12.50)');
  expect(textOf(reduced)).toContain('1 × =Lamp <b>bold</b>');
  await send({ intent: 'readdress', address: '2 Short Road' });
  expect(await read()).toMatchObject({ status: 'placed', address: '2 Short Road' });
  expect(await balance(shopper)).toBe(before + 12.5);
  expect(textOf(await page())).toContain('before: 1 Long Road');
  await send({ intent: 'cancel', sure: 'on' });
  expect([await balance(shopper), await stock()]).toEqual([before + 37.5, left + 3]);
  expect((await read()).status).toBe('cancelled');
});

test('an address or a parcel that was corrected last can be what it was', async () => {
  const { send, page, read } = await order();
  const undo = async () => {
    const [, form = ''] = (await page()).split(/(<form[^>]*>(?:(?!<form).)*Undo)/s);
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
    expect(fields.length).toBeGreaterThan(2);
    return send(Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])));
  };
  await send({ intent: 'readdress', address: '2 Short Road' });
  await undo();
  expect(await read()).toMatchObject({ address: '1 Long Road' });
  // Pressing once more does not bring it back.
  expect(await page()).not.toContain('Undo');
  await send({ intent: 'ship', carrier: 'UPS', tracking: '1Z' });
  expect(await page()).not.toContain('Undo');
  await send({ intent: 'track', carrier: 'UPS', tracking: '2Z' });
  await undo();
  expect(await read()).toMatchObject({ tracking: { number: '1Z' } });
  expect(await page()).not.toContain('Undo');
});

test('the same form that is sent twice counts once', async () => {
  const { send, page, read, log } = await order();
  await send({ intent: 'ship', untracked: 'on' });
  const html = await page();
  await Promise.all([1, 2].map(() => send({ intent: 'refund', 'units-0': '1' }, html)));
  await send({ intent: 'refund', 'units-0': '1' }, html);
  expect(await read()).toMatchObject({ refunded: 12.5 });
  const note = await page();
  for (let twice = 0; twice < 2; twice++) await send({ intent: 'note', note: 'Once' }, note);
  expect(await log()).toHaveLength(3);
});

test('who decided on what somebody changed meanwhile is told so, and changes nothing', async () => {
  const { send, page, log, orderId } = await order();
  const html = await page();
  const operator = { name: 'Bea', origin: 'command' };
  await changeAsOperator({ ...shop.services, operator }, { orderId, action: 'ship' });
  const late = await send({ intent: 'note', note: 'Wait for the address' }, html);
  expect(textOf(late.body)).toContain('Bea has changed this order meanwhile. Nothing was done');
  // What was typed is still there, also if the form is not any more.
  expect(late.body).toContain('value="Wait for the address"');
  const gone = await send({ intent: 'ship', untracked: 'on', note: 'Today' }, html);
  expect(textOf(gone.body)).toContain('This was done before');
  expect(await log()).toHaveLength(1);
});

test('a wrong form is refused in a sentence, and changes nothing', async () => {
  const { send, log } = await order();
  for (const [fields, problem] of [
    [{ intent: 'ship' }, 'or tick that there is none'],
    [{ intent: 'ship', carrier: 'UPS' }, 'The number must be 1 to 60'],
    [{ intent: 'ship', carrier: '=UPS', tracking: '1' }, 'The carrier must be a name'],
    [{ intent: 'reduce' }, 'Say how many units'],
    [{ intent: 'reduce', 'units-0': '4' }, 'Only 3 of lamp'],
    [{ intent: 'reduce', 'units-0': '-1' }, 'no number of units'],
    [{ intent: 'refund', 'units-0': '1' }, 'has not been shipped'],
    [{ intent: 'readdress', address: ' ' }, 'ddress'],
    [{ intent: 'note', note: '' }, 'The note is empty'],
    [{ intent: 'unknown' }, 'Load the page again'],
    [{ intent: 'ship', version: 'x' }, 'Load the page again'],
  ] as const) {
    const { statusCode, body } = await send(fields);
    expect([statusCode, textOf(body)]).toEqual([200, expect.stringContaining(problem)]);
  }
  expect(await log()).toEqual([]);
  expect((await desk.get(ann, orderDeskPath('unknown'))).statusCode).toBe(404);
});

test('texts of shoppers and feeds stay texts', async () => {
  const hostile = '<script>alert(1)</script>"\'&';
  const { page, send } = await order({ address: hostile, username: `<i>${Date.now()}` });
  await send({ intent: 'note', note: hostile });
  for (const html of [await page(), (await desk.get(bea, deskPaths.orders)).body]) {
    expect(html).not.toMatch(/<script>|<b>bold|<i>/);
  }
  expect(textOf(await page())).toContain(hostile);
  const slips = (await desk.get(ann, deskPaths.slips)).body;
  expect(slips).not.toContain('<script>');
  // A spreadsheet would calculate what begins with an equals sign.
  const { headers, body } = await desk.get(ann, deskPaths.ordersFile);
  expect(headers['content-disposition']).toContain('orders.csv');
  expect(body).toContain(`"'=Lamp`);
});

test('orders are found by number, customer, product, parcel and address, by status and day', async () => {
  const { number, shopper, send, orderId, url } = await order({
    address: '77 Heron Quay\nBirchtown',
  });
  await send({ intent: 'ship', carrier: 'UPS', tracking: '1Z999HERON' });
  const other = await order();
  const find = async (query: string) => {
    const { body, headers } = await desk.get(ann, `${deskPaths.orders}?${query}`);
    // What is found alone is opened.
    if (headers.location === url) return [number];
    return [number, other.number].filter((one) => body.includes(one));
  };
  for (const text of [number, number.slice(0, 4), shopper.username, '1Z999HERON', 'heron quay']) {
    expect(await find(`q=${encodeURIComponent(text)}`), text).toEqual([number]);
  }
  for (const text of ['lamp', '=lamp <b>']) {
    expect(await find(`q=${encodeURIComponent(text)}`), text).toEqual([number, other.number]);
  }
  expect(await find('q=nothing-like-this')).toEqual([]);
  expect(await find('q=100%25')).toEqual([]);
  expect(await find('status=placed')).toEqual([other.number]);
  const today = new Date(shop.services.now()).toISOString().slice(0, 10);
  expect(await find(`from=${today}&to=${today}`)).toEqual([number, other.number]);
  expect(await find('from=2100-01-01')).toEqual([]);
  expect((await desk.get(ann, `${deskPaths.orders}?q=${number}`)).headers.location).toBe(url);
  expect((await desk.get(ann, `${deskPaths.slips}?ids=${orderId}`)).body).toContain(number);
});

test('the log leads to the order by its number, and to the customer by the name', async () => {
  const { send, orderId, number, shopper } = await order();
  const { username, userId } = shopper;
  await send({ intent: 'note', note: 'Call first' });
  await desk.post(ann, customerDeskPath(userId), { intent: 'end-sessions', resets: '0' });
  const log = (await desk.get(ann, deskPaths.log)).body;
  expect(log).toContain(`<a href="${orderDeskPath(orderId)}">${number}</a>`);
  expect(log).toContain(`<a href="${customerDeskPath(userId)}">${username}</a>`);
  expect(textOf(log)).not.toContain(orderId);
});

test('what the shop lacks leads to where the desk has it, or names the command', async () => {
  const html = (await desk.get(ann, deskPaths.today)).body;
  expect(html).toContain('<a href="/shop">Nobody is named as the seller.</a>');
  expect(textOf(html)).toContain('qkart catalogue remove --demo');
});

test('an address that no page has leads to a list', async () => {
  for (const filter of ['from=2024-13-45', 'to=9999-99-99', 'ids=a&ids=b', 'after=%00', 'q=%00']) {
    for (const path of [deskPaths.orders, deskPaths.ordersFile, deskPaths.slips, deskPaths.news]) {
      const { statusCode } = await desk.get(ann, `${path}?${filter}`);
      expect(statusCode, `${path}?${filter}`).toBe(200);
    }
  }
});

test('files of the orders of nobody are missing, and say so', async () => {
  for (const path of [deskPaths.ordersFile, deskPaths.slips]) {
    const { statusCode, headers, body } = await desk.get(ann, `${path}?customer=nobody`);
    expect([statusCode, body]).toEqual([404, 'There is no account "nobody".']);
    expect(headers).not.toHaveProperty('content-disposition');
  }
  const unknown = await desk.get(ann, `${deskPaths.documents}/2020-000001`);
  expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('2020-000001')]);
});

test('pick list and slips are those of the ticked orders', async () => {
  const [one, two, other] = [await order(), await order(), await order()];
  const ticked = { [`ship-${one.orderId}`]: 'on', [`ship-${two.orderId}`]: 'on' };
  const typed = { [`tracking-${other.orderId}`]: '1Z' };
  const asked = await desk.post(ann, deskPaths.ship, { intent: 'slips', ...ticked, ...typed });
  const { body } = await desk.get(ann, String(asked.headers.location));
  expect([one, two, other].map(({ number }) => body.includes(number))).toEqual([true, true, false]);
  expect((await one.read()).status).toBe('placed');
  const none = await desk.post(ann, deskPaths.ship, { intent: 'slips' });
  expect(textOf(none.body)).toContain('Tick the orders to print.');
});

test('an order leads to its invoice and credit notes, which are documents without scripts', async () => {
  const { send, page } = await order();
  await send({ intent: 'ship', untracked: 'on' });
  await send({ intent: 'refund', 'units-0': '1' });
  shop.pass(SETTLE_MS);
  await issueInvoices(shop.services);
  const links = [...(await page()).matchAll(/href="(\/documents\/[^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(links).toHaveLength(2);
  for (const href of links) {
    const { statusCode, headers, body } = await desk.get(ann, href ?? '');
    expect([statusCode, body]).toEqual([200, expect.stringContaining('1 Long Road')]);
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect((await desk.get({ cookies: new Map() }, href ?? '')).headers.location).toBe('/login');
  }
  expect((await desk.get(ann, deskPaths.orders)).body).toContain(`action="${deskPaths.invoices}"`);
  const month = new Date(shop.services.now()).toISOString().slice(0, 7);
  const all = await desk.get(ann, `${deskPaths.invoices}?month=${month}`);
  expect(all.body.match(/<section/g)?.length).toBeGreaterThanOrEqual(2);
  for (const path of [deskPaths.slips, deskPaths.ordersFile, deskPaths.invoices]) {
    expect((await desk.get({ cookies: new Map() }, path)).headers.location, path).toBe('/login');
  }
});

test('several orders are shipped at once, or none: those that were ticked, or those of a table', async () => {
  const [one, two, three] = [await order(), await order(), await order()];
  const ship = async (form: Record<string, string>, table?: string) => {
    const token = tokenOf((await desk.get(ann, deskPaths.ship)).body);
    const sent = new FormData();
    for (const [name, value] of Object.entries({ token, ...form })) sent.append(name, value);
    if (table !== undefined) sent.append('table', new Blob([table]), 'parcels.csv');
    return desk.send(ann, { method: 'POST', url: deskPaths.ship, form: sent });
  };
  const shown = (await desk.get(ann, `${deskPaths.ship}?ids=${one.orderId},${two.orderId}`)).body;
  expect(textOf(shown)).toMatch(new RegExp(`${one.number}.*3 × =Lamp <b>bold</b>.*${two.number}`));
  expect(shown).not.toContain(three.number);
  const tick = (id: string, tracking = '') => ({
    [`ship-${id}`]: 'on',
    [`tracking-${id}`]: tracking,
  });
  const ticked = {
    ...{ intent: 'ship', carrier: 'UPS', ...tick(two.orderId) },
    ...{ [`tracking-${one.orderId}`]: '1Z', [`tracking-${three.orderId}`]: ' ' },
  };
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`ship-${n}`, 'on']));
  for (const [fields, problem] of [
    [{ intent: 'ship' }, 'Tick the orders to ship'],
    [{ ...ticked, carrier: '=UPS' }, 'The carrier must be'],
    [{ ...ticked, ...tick('nothing') }, 'There is no order'],
    [{ intent: 'ship', ...tooMany }, 'at most 50'],
  ] as const) {
    expect(textOf((await ship(fields)).body)).toContain(problem);
  }
  expect(await one.read()).toMatchObject({ status: 'placed' });
  const [, version = ''] = new RegExp(`version-${two.orderId}" value="(\\d+)"`).exec(shown) ?? [];
  await two.send({ intent: 'readdress', address: '2 Short Road' });
  const late = textOf((await ship({ ...ticked, [`version-${two.orderId}`]: version })).body);
  expect(late).toContain('Ann has changed this order meanwhile');
  expect(late).toContain('2 Short Road');
  expect([(await one.read()).status, (await two.read()).status]).toEqual(['placed', 'placed']);
  expect((await ship(ticked)).statusCode).toBe(303);
  expect(await one.read()).toMatchObject({ status: 'shipped', tracking: { number: '1Z' } });
  expect(await two.read()).toMatchObject({ status: 'shipped' });
  const bad = `order;carrier;tracking\n${three.number};UPS;2Z\n9999;UPS;3Z\n`;
  const refused = await ship({ intent: 'table' }, bad);
  expect(textOf(refused.body)).toMatch(/line 3: There is no order/);
  expect(await three.read()).toMatchObject({ status: 'placed' });
  await ship({ intent: 'table' }, bad.replace(/9999.*\n/, ''));
  expect(await three.read()).toMatchObject({ status: 'shipped', tracking: { number: '2Z' } });
  expect(textOf((await desk.get(ann, deskPaths.ship)).body)).toContain('1 order is shipped.');
  expect(await three.log()).toMatchObject([{ action: 'order shipped', operator: 'Ann' }]);
  const unknown = await desk.get(ann, `${deskPaths.orders}?customer=nobody-here`);
  expect(unknown.statusCode).toBe(200);
});
