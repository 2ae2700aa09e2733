/** Customers at the desk: what their pages show, and what their forms do. */
import { expect, test } from 'vitest';
import { customerDeskPath, deskPaths } from '../../contract/desk.ts';
import { paths } from '../../contract/paths.ts';
import { changeBalance } from '../operations/accounts/wallet.ts';
import { shoppingIn } from '../shop/orders/shopping.testing.ts';
import { openTestDesk, textOf, tokenOf } from './desk.testing.ts';

const desk = await openTestDesk({ authRateLimit: 1_000 });
const { shop } = desk;
const { db } = shop.services;
const { balance, checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'lamp', name: 'Lamp', costCents: 1_250 });
const ann = await desk.join('Ann');
const get = async (path: string) => (await desk.get(ann, path)).body;

async function customer(username: string) {
  const shopper = await shop.shopper(username);
  const url = customerDeskPath(shopper.userId);
  const page = () => get(url);
  /** Sends a form of the page as it is now. @returns what the operator reads then */
  const send = async (fields: Record<string, string>, html?: string, path = url) => {
    const shown = html ?? (await get(path));
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown)?.[1] ?? '';
    const form = {
      ...{ token: tokenOf(shown), key: hidden('key'), resets: hidden('resets') },
      ...{ balance: hidden('balance'), ...fields },
    };
    const reply = await desk.send(ann, { method: 'POST', url: path, form });
    const { location } = reply.headers;
    return { ...reply, text: textOf(location ? await get(String(location)) : reply.body) };
  };
  const log = () =>
    db
      .selectFrom('operator_log')
      .select(['action', 'operator', 'origin', 'after'])
      .where('subject', '=', shopper.userId)
      .orderBy('id')
      .execute();
  return { ...shopper, shopper, url, page, send, log };
}

test('customers are found by how their name begins, a page at a time', async () => {
  for (let n = 10; n < 62; n++) await shop.shopper(`Paging-${n}`);
  const { userId } = await shop.shopper('Paging_1 %');
  const first = await get('/customers?q=pagING-');
  expect(textOf(first)).toContain('Paging-59');
  expect(textOf(first)).not.toContain('Paging-60');
  const [, next = ''] = /href="(\/customers\?[^"]*after=[^"]*)"/.exec(first) ?? [];
  const second = textOf(await get(next.replaceAll('&amp;', '&')));
  expect(second).toMatch(/Paging-60.*Paging-61/s);
  expect(second).not.toMatch(/Paging-59|Paging_1/);
  const alone = await desk.get(ann, '/customers?q=paging_1');
  expect(alone.headers.location).toBe(customerDeskPath(userId));
  for (const nobody of ['paging%25', '%5C', 'aging-', '%00', '%F0%9F%92%A1']) {
    expect(textOf(await get(`/customers?q=${nobody}`)), nobody).toContain('no such accounts');
  }
  expect((await desk.get(ann, customerDeskPath('nobody'))).statusCode).toBe(404);
});

test('a large amount is booked after its form was confirmed with the amount', async () => {
  const { shopper, send } = await customer('Typo');
  const form = { intent: 'receive', amount: '12500,00', note: 'By bank' };
  const asked = await send(form);
  expect(asked.text).toContain('Confirm that $12500 is received from Typo.');
  expect(asked.body).toMatch(/name="confirmed" value="12500,00"/);
  expect((await send({ ...form, amount: '1250', confirmed: '12500,00' })).text).toContain(
    '$1250 is',
  );
  expect(await balance(shopper)).toBe(5_000);
  expect((await send({ ...form, intent: 'revoke', amount: '1000.01' })).text).toContain(
    'Confirm that $1000.01 is taken back from Typo.',
  );
  expect((await send({ ...form, amount: '1000' })).body).not.toContain('confirmed');
  await send({ ...form, confirmed: '12500,00' });
  expect(await balance(shopper)).toBe(18_500);
});

test('money received is booked once, however often its form is sent', async () => {
  const { shopper, send, page, log } = await customer('Receiver; 1');
  const html = await page();
  const form = { intent: 'receive', amount: ' 12.50 ', note: 'By bank; today' };
  const amounts = ['12.50', '12,50'];
  const sent = await Promise.all(amounts.map((amount) => send({ ...form, amount }, html)));
  for (const { text } of sent) expect(text).not.toContain('must be an amount');
  expect((await send(form, html)).text).toContain(
    '$12.50 received from Receiver; 1. The balance is $5012.50. This form had been sent before',
  );
  expect((await send({ ...form, amount: '13' }, html)).text).toContain('belongs to another credit');
  expect(await balance(shopper)).toBe(5_012.5);
  const after = JSON.stringify({ amountCents: 1_250, source: 'received' });
  const entry = { action: 'wallet changed', operator: 'Ann', origin: 'desk at 127.0.0.1', after };
  expect(await log()).toEqual([entry]);
  expect(textOf(await page())).toMatch(/money received.*By bank; today/s);
  expect(await get(deskPaths.log)).toContain(customerDeskPath(shopper.userId));
});

test('money is paid out, granted and taken back, but not more than there is', async () => {
  const { shopper, send, log } = await customer('Payee-1');
  expect((await send({ intent: 'pay', amount: '20', note: 'Cash' })).text).toContain(
    '$20 paid out to Payee-1. The balance is $4980.',
  );
  await send({ intent: 'grant', amount: '7', note: 'Sorry' });
  await send({ intent: 'revoke', amount: '2', note: 'Too much' });
  const refused = await send({ intent: 'pay', amount: '4985.01', note: 'All of it' });
  expect(refused.body).toContain('role="alert"');
  expect(refused.body).toContain('value="4985.01"');
  expect(await balance(shopper)).toBe(4_985);
  expect((await log()).map(({ after }) => JSON.parse(after ?? ''))).toEqual([
    { amountCents: -2_000, source: 'received' },
    { amountCents: 700, source: 'grants' },
    { amountCents: -200, source: 'grants' },
  ]);
});

test('a wrong form is refused in a sentence, keeps what was typed, and changes nothing', async () => {
  const { shopper, send, log, url } = await customer('Refused-1');
  for (const [amount, note, problem] of [
    ['-5', 'why', 'The amount must be'],
    ['1,000', 'why', 'The amount must be'],
    ['1e3', 'why', 'The amount must be'],
    ['5.001', 'why', 'The amount must be'],
    ['5', '  ', 'The note must be a text of 1 to'],
  ] as const) {
    const reply = await send({ intent: 'receive', amount, note });
    expect([reply.statusCode, reply.text]).toEqual([200, expect.stringContaining(problem)]);
    expect(reply.body).toContain(`value="${amount}"`);
  }
  for (const form of [{ intent: 'unknown' }, { intent: 'reset-password', resets: 'x' }]) {
    expect((await send(form)).text).toContain('Load the page again');
  }
  const form = { intent: 'receive', amount: '1', note: 'why' };
  const stranger = { cookies: new Map<string, string>() };
  expect((await desk.get(stranger, url)).headers.location).toContain('/login');
  expect((await desk.get(stranger, `${url}/data.json`)).headers.location).toBe('/login');
  expect((await desk.send(stranger, { method: 'POST', url, form })).headers.location).toContain(
    '/login',
  );
  expect((await desk.send(ann, { method: 'POST', url, form })).statusCode).toBe(403);
  const origin = { origin: 'https://evil.example' };
  expect((await desk.post(ann, url, form, { headers: origin })).statusCode).toBe(403);
  expect(await balance(shopper)).toBe(5_000);
  expect(await log()).toEqual([]);
});

test('a wallet is shown from the newest change to the oldest, with the balance after each', async () => {
  const { userId, url } = await customer('Ledger-1');
  const operator = { name: 'Bea', origin: 'command' };
  const give = (n: number) => {
    const request = { account: userId, amountCents: 100, note: `Gift ${n};` };
    return changeBalance({ ...shop.services, operator }, request);
  };
  for (let n = 1; n <= 60; n++) await give(n);
  const first = await get(url);
  expect(textOf(first)).toMatch(/\$5060.*Gift 60;.*\$5011.*Gift 11;/s);
  expect(textOf(first)).not.toContain('Gift 10;');
  const [, next = ''] = /href="(\/customers\/[^"]*\?after=[^"]*)"/.exec(first) ?? [];
  expect(textOf(await get(next))).toMatch(/\$5010.*Gift 10;.*\$5001.*Gift 1;.*\$5000/s);
});

test('a new password is shown once, in its own reply alone', async () => {
  const { username, shopper, send, log, page } = await customer('Forgetful-1');
  const html = await page();
  const reply = await send({ intent: 'reset-password' }, html);
  const [, password = ''] = /<code>([a-z2-9]{16})<\/code>/.exec(reply.body) ?? [];
  expect(password).not.toBe('');
  expect(JSON.stringify(reply.headers)).not.toContain(password);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(JSON.stringify(await db.selectFrom('operator_log').selectAll().execute())).not.toContain(
    password,
  );
  expect(await page()).not.toContain(password);
  expect((await shop.call('GET', paths.cart, { as: shopper })).statusCode).toBe(401);
  // Otherwise an operator with an older page would take away the password that the customer has just been told.
  const late = await send({ intent: 'reset-password' }, html);
  expect(late.text).toContain('was reset meanwhile');
  expect(late.body).not.toContain('<code>');
  const login = await shop.call('POST', paths.login, { body: { username, password } });
  expect(login.statusCode).toBe(201);
  expect((await send({ intent: 'end-sessions' })).text).toContain(
    'Forgetful-1 is logged out. Sessions ended: 1.',
  );
  expect((await log()).map(({ action }) => action)).toEqual(['password reset', 'sessions ended']);
});

test('the data of a person is a download', async () => {
  const { url } = await customer('Exported-1');
  const { headers, body } = await desk.get(ann, `${url}/data.json`);
  expect(headers['content-disposition']).toBe('attachment; filename="customer.json"');
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(body)).toMatchObject({ account: { username: 'Exported-1' } });
  const missing = await desk.get(ann, `${customerDeskPath('nobody')}/data.json`);
  expect([missing.statusCode, missing.body]).toEqual([404, 'There is no such customer.']);
});

test('a person is erased once the name is typed, and the money settled that was seen', async () => {
  const { userId, url, shopper, send, log } = await customer('Leaving-1');
  const page = `${url}/erase`;
  const html = await get(page);
  expect(textOf(html)).toMatch(/stay under a pseudonym.*The wallet has \$5000/s);
  const erase = (fields: Record<string, string>, shown = html) =>
    send({ intent: 'erase', name: 'Leaving-1', ...fields }, shown, page);
  expect((await erase({ name: 'leaving', settlement: 'forfeits' })).text).toContain(
    'Type the name of the customer: Leaving-1.',
  );
  for (const settlement of ['', 'grants']) {
    expect((await erase({ settlement })).text).toContain('Say what becomes of the money');
  }
  await send({ intent: 'receive', amount: '1', note: 'By bank' });
  expect((await erase({ settlement: 'forfeits' })).text).toContain('The wallet has $5001 now');
  expect(await balance(shopper)).toBe(5_001);
  const done = await erase({ settlement: 'forfeits' }, await get(page));
  expect(done.text).toContain('Erased.');
  expect(done.headers.location).toBe(url);
  expect(await get(url)).not.toContain('name="intent"');
  expect(textOf(await get('/customers?q=Leaving-1'))).toContain('no such accounts');
  expect((await log()).at(-1)).toMatchObject({ action: 'account erased', operator: 'Ann' });
  expect((await desk.get(ann, customerDeskPath(userId))).body).not.toContain('Leaving-1');
});

test('a customer and the orders lead to each other, and open orders keep the account', async () => {
  const shopper = await readyShopper({ lamp: 1 });
  const { orderId, number } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  const url = customerDeskPath(shopper.userId);
  expect(await get(url)).toContain(`href="/orders/${orderId}"`);
  expect(await get(`/orders/${orderId}`)).toContain(`href="${url}"`);
  expect(await get(`/orders?customer=${shopper.userId}`)).toContain(number);
  const fields = { intent: 'erase', balance: '498750', settlement: 'received' };
  const refused = await desk.post(ann, `${url}/erase`, { ...fields, name: shopper.username });
  expect(textOf(refused.body)).toMatch(/not shipped|shipped/);
  expect(textOf(refused.body)).not.toContain('Erased.');
});

test('texts of shoppers stay texts', async () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&';
  const { userId, send, page, url } = await customer('Marked-1');
  await db.updateTable('users').set({ username: hostile }).where('id', '=', userId).execute();
  await db
    .insertInto('addresses')
    .values({ id: 'marked', user_id: userId, place: 1, address: hostile })
    .execute();
  const received = await send({ intent: 'receive', amount: '1', note: hostile });
  expect(received.text).toContain(`received from ${hostile}`);
  const bodies = [
    await get('/customers'),
    await page(),
    await get(`${url}/erase`),
    (await send({ intent: 'receive', amount: hostile, note: hostile })).body,
    (await send({ intent: 'erase', name: hostile, balance: '' }, undefined, `${url}/erase`)).body,
    (await send({ intent: 'reset-password' })).body,
  ];
  for (const body of bodies) {
    expect(body).toContain('&lt;img');
    expect(body).not.toContain('<img');
  }
});
