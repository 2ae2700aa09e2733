/** Thursday: customers and their money, access and data. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, open } from '../shop.ts';
import { logIn, type Orders } from './shoppers.ts';
import type { Document, Week } from './week.ts';

/** @returns the documents of the customer who was erased */
export async function serveCustomers(
  week: Week,
  browser: Page,
  { table }: Orders,
): Promise<Document[]> {
  const { page, hands } = week;
  const [mila, ben, cleo, eva] = ['mila', 'ben', 'cleo', 'eva'].map((name) => week.shopper(name));
  if (!mila || !ben || !cleo || !eva) throw new Error('Nobody is there');
  const before = await cleo.balance();
  await week.task('money received', { presses: 3, log: ['wallet changed'] }, async () => {
    await hands.section('Customers');
    await hands.find(cleo.username, cleo.username);
    await hands.type('Amount in dollars', '50');
    await hands.type('Note', 'Bank transfer 12');
    await hands.enter();
    await hands.isTold('$50 received from');
  });
  expect(await cleo.balance()).toBe(before + 50);
  await week.task('debit', { presses: 2, log: ['wallet changed'] }, async () => {
    await hands.open('Pay out');
    await hands.field('Amount in dollars').last().fill('20.5');
    await hands.field('Note').last().fill('Paid at the till');
    await hands.enter();
    await hands.isTold('$20.50 paid out to');
  });
  expect(await cleo.balance()).toBe(before + 29.5);

  await week.task('reset a password', { presses: 3, log: ['password reset'] }, async () => {
    await hands.find(mila.username, mila.username);
    await hands.open('Reset the password');
    await hands.button('Reset the password');
    await hands.isTold('is shown only now');
  });
  const password = await page.getByRole('main').locator('code').innerText();
  await expect(mila.logIn()).rejects.toThrow('POST /auth/login');
  await mila.logIn(password);
  await open(browser, '/orders');
  await expect(browser).toHaveURL(/\/login/);
  await logIn(browser, mila, password);
  await open(browser, '/orders');
  await expect(browser.getByRole('article')).toContainText('Tea Strainer');

  await week.task('end sessions', { presses: 3, log: ['sessions ended'] }, async () => {
    await hands.find(ben.username, ben.username);
    await hands.open('End the sessions');
    await hands.button('End all sessions');
    await hands.isTold('is logged out');
  });
  expect((await ben.send('GET /orders')).status).toBe(401);
  await ben.logIn();

  await week.task('export a customer', { presses: 2 }, async () => {
    await hands.find(cleo.username, cleo.username);
    const text = await download(page, () => hands.link('Export the data'));
    expect(JSON.parse(text)).toMatchObject({ account: { username: cleo.username } });
    expect(text).toContain('Bank transfer 12');
  });

  const [, number = ''] = table.at(-1) ?? [];
  const kept = await week.documentsOf('eva');
  await week.task('erase a customer', { presses: 4, log: ['account erased'] }, async () => {
    await hands.find(eva.username, eva.username);
    await hands.link('Erase …');
    await hands.tick(hands.field('It was paid out'));
    await hands.type(`Type ${eva.username} to confirm`, eva.username);
    await hands.button(/^Erase/);
    await hands.isTold('The orders are those of erased-');
  });
  expect((await eva.send('GET /user')).status).toBe(401);
  await expect(eva.logIn()).rejects.toThrow('POST /auth/login');
  await hands.section('Orders');
  await hands.find(number, `Order ${number}`);
  const invoice = await page.getByRole('link', { name: /^Invoice / }).innerText();
  expect(kept.map((document) => `Invoice ${document.number}`)).toContain(invoice);
  await expect(page.getByText('1 eva Lane')).toHaveCount(0);
  return kept;
}

export async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}
