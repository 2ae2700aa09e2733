import { expect, test } from 'vitest';
import { DAY_MS, openTestShop } from '../../testing/test-shop.ts';
import { stubPages } from './stub-pages.testing.ts';
import { securityTxtPath } from './well-known.ts';

const contacts = {
  securityContacts: ['mailto:security@shop.example', 'https://shop.example/security'],
};
const shop = await openTestShop({
  ...contacts,
  imageOrigin: 'https://shop.example',
  pages: stubPages(),
});
const withoutUrl = await openTestShop({ ...contacts, pages: stubPages() });
const withoutContact = await openTestShop({ pages: stubPages() });

test('security.txt names contacts, when it expires, and its own address', async () => {
  const { statusCode, headers, body } = await shop.call('GET', securityTxtPath);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const [first, second, expires = '', canonical, ...others] = body.split('\n');
  expect([first, second, canonical, others]).toEqual([
    'Contact: mailto:security@shop.example',
    'Contact: https://shop.example/security',
    'Canonical: https://shop.example/.well-known/security.txt',
    [''],
  ]);
  expect(expires).toMatch(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const days = (Date.parse(expires.slice('Expires: '.length)) - shop.services.now()) / DAY_MS;
  expect(days).toBeGreaterThan(29);
  expect(days).toBeLessThan(365);
});

test('a shop that runs for years never sends an expired one', async () => {
  shop.pass(800 * DAY_MS);
  const { body } = await shop.call('GET', securityTxtPath);
  const [, expires = ''] = /^Expires: (.*)$/m.exec(body) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(shop.services.now());
});

test('without PUBLIC_URL it names no address of its own', async () => {
  expect((await withoutUrl.call('GET', securityTxtPath)).body).not.toContain('Canonical');
});

test('without a contact its address is like any other that does not exist', async () => {
  const { body, headers } = await withoutContact.call('GET', securityTxtPath);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).not.toContain('Contact');
});
