import { expect, test } from 'vitest';
import { networksOf } from '../../../platform/http/network.ts';
import type { Sender } from './devices.ts';
import { failureLimits, loginRates, ratesOf } from './limits.ts';

const sender = (from: string, isForeignPage = false): Sender => ({
  networks: networksOf(from),
  isForeignPage,
});
const bursts = (from: string, options: { device?: string; isForeignPage?: boolean } = {}) => {
  const { device, isForeignPage } = options;
  const attempt = { ...sender(from, isForeignPage), account: 'me', device };
  return failureLimits(attempt, { isKnownName: true }).map(({ subject, burst, intervalMs }) => [
    subject,
    burst,
    intervalMs / 1_000,
  ]);
};

test('a login counts against its account and network, its network, and its account', () => {
  expect(bursts('10.0.0.1')).toEqual([
    ['account me from 10.0.0.1', 10, 300],
    ['network 10.0.0.1', 200, 6],
    ['account me', 200, 12],
  ]);
});

test('pages of other origins count apart, three times as long', () => {
  expect(bursts('10.0.0.1', { isForeignPage: true })).toEqual([
    ['account me by foreign pages from 10.0.0.1', 10, 900],
    ['network 10.0.0.1 by foreign pages', 200, 18],
    ['account me by foreign pages', 200, 36],
  ]);
});

test('a /56 may fail twice as often as a /64, a /48 four times', () => {
  expect(bursts('2001:db8:1:a2b3::1').map(([subject, burst]) => [subject, burst])).toEqual([
    ['account me from 2001:db8:1:a2b3::/64', 10],
    ['account me from 2001:db8:1:a200::/56', 20],
    ['account me from 2001:db8:1::/48', 40],
    ['network 2001:db8:1:a2b3::/64', 200],
    ['network 2001:db8:1:a200::/56', 400],
    ['network 2001:db8:1::/48', 800],
    ['account me', 200],
  ]);
});

test('a known device counts for itself alone', () => {
  expect(bursts('10.0.0.1', { device: 'mine' })).toEqual([['account me device mine', 10, 300]]);
});

test('a name that no account has uses up nothing of its network', () => {
  const attempt = { ...sender('2001:db8::1'), account: 'nobody', device: undefined };
  const limits = failureLimits(attempt, { isKnownName: false });
  const shared = limits.filter(({ isCounted }) => !isCounted);
  expect(shared.map(({ subject }) => subject)).toEqual([
    'network 2001:db8:0:0::/64',
    'network 2001:db8:0:0::/56',
    'network 2001:db8:0::/48',
  ]);
});

const attempt = { ...sender('10.0.0.1'), account: 'me', device: undefined };

test.each([
  ['logins of a network', loginRates(attempt, 600), [600]],
  ['registrations, a tenth of them', ratesOf('registration', { sender: attempt }, 600), [60]],
  [
    'registrations of wider networks',
    ratesOf('registration', { sender: sender('2001:db8::1') }, 600),
    [60, 120, 240],
  ],
  [
    'logins of known devices to one account, a sixtieth',
    loginRates({ ...attempt, device: 'mine' }, 600),
    [10],
  ],
  ['0 is no limit', ratesOf('registration', { sender: attempt }, 0), []],
])('the rate of %s', (_, limits, perMinute) => {
  expect(limits.map(({ burst }) => burst)).toEqual(perMinute);
  for (const { burst, intervalMs } of limits) expect(burst * intervalMs).toBe(60_000);
});
