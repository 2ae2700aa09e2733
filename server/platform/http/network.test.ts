import { expect, test } from 'vitest';
import { networksOf } from './network.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['::ffff:203.0.113.7:443', '203.0.113.7'],
])('%s is of the network %s', (address, network) => {
  expect(networksOf(address)[0]).toBe(network);
});

test('an IPv6 address is of three networks', () => {
  const networks = ['2001:db8:1:a2b3::/64', '2001:db8:1:a200::/56', '2001:db8:1::/48'];
  expect(networksOf('2001:db8:1:a2b3::1')).toEqual(networks);
});
