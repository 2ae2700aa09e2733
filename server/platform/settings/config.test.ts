import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { readConfig } from './config.ts';

const defaults = {
  host: 'localhost',
  port: 8080,
  database: { dataDir: resolve('data') },
  logLevel: 'info',
  publicUrl: 'http://localhost:8080',
  imageOrigin: '',
  demoCatalogue: true,
  countSearches: true,
  trustProxy: false,
  authRateLimit: 1_200,
  orderRateLimit: 60,
  openingBalanceCents: 500_000,
  metrics: undefined,
  securityContacts: [],
};

test('without any setting the shop has defaults', () => {
  expect(readConfig({})).toEqual(defaults);
});

test('an empty setting is none', () => {
  const names = ['HOST', 'PORT', 'DATA_DIR', 'LOG_LEVEL', 'PUBLIC_URL', 'DEMO_CATALOGUE'];
  const more = [
    'OPENING_BALANCE',
    'TRUST_PROXY',
    'AUTH_RATE_LIMIT',
    'METRICS_PORT',
    'METRICS_HOST',
  ];
  const empty = Object.fromEntries([...names, ...more].map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(defaults);
});

test('every setting is read', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '80',
    DATA_DIR: '/var/lib/qkart',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: 'https://shop.example/',
    DEMO_CATALOGUE: 'off',
    COUNT_SEARCHES: 'off',
    TRUST_PROXY: '10.0.0.1, 192.168.0.0/16',
    AUTH_RATE_LIMIT: '0',
    OPENING_BALANCE: '12.5',
    METRICS_PORT: '9090',
    METRICS_HOST: '10.0.0.1',
    DESK_PORT: '8081',
    DESK_HOST: '0.0.0.0',
    DESK_URL: 'https://desk.example/',
    SECURITY_CONTACT: 'mailto:security@shop.example, https://shop.example/security',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 80,
    database: { dataDir: '/var/lib/qkart' },
    logLevel: 'warn',
    publicUrl: 'https://shop.example',
    imageOrigin: 'https://shop.example',
    demoCatalogue: false,
    countSearches: false,
    trustProxy: '10.0.0.1, 192.168.0.0/16',
    authRateLimit: 0,
    orderRateLimit: 60,
    openingBalanceCents: 1_250,
    metrics: { host: '10.0.0.1', port: 9090 },
    desk: { host: '0.0.0.0', port: 8081, url: 'https://desk.example', isLocal: false },
    securityContacts: ['mailto:security@shop.example', 'https://shop.example/security'],
  });
});

test.each([
  [{ OPENING_BALANCE: '0' }, { openingBalanceCents: 0 }],
  [
    { DESK_PORT: '8081' },
    { desk: { host: 'localhost', port: 8081, url: 'http://localhost:8081', isLocal: true } },
  ],
  [
    // A proxy on the same machine makes it public.
    { DESK_PORT: '8081', DESK_URL: 'https://desk.example' },
    { desk: { host: 'localhost', port: 8081, url: 'https://desk.example', isLocal: false } },
  ],
  [{ METRICS_PORT: '0' }, { metrics: { host: 'localhost', port: 0 } }],
  [{ DATA_DIR: 'my/shop' }, { database: { dataDir: resolve('my/shop') } }],
  [{ PORT: '3000' }, { publicUrl: 'http://localhost:3000' }],
])('of what is not set, %o makes %o', (settings, expected) => {
  expect(readConfig(settings)).toMatchObject(expected);
});

test.each(['loopback', '127.0.0.1', '::1', 'fd00::/8', '10.0.0.0/8,loopback, uniquelocal'])(
  'TRUST_PROXY takes "%s"',
  (text) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(text);
  },
);

test.each([
  ['PORT', 'eighty'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PORT', ' 80'],
  ['PORT', '1e3'],
  ['LOG_LEVEL', 'verbose'],
  ['LOG_LEVEL', 'INFO'],
  ['PUBLIC_URL', 'shop.example'],
  ['PUBLIC_URL', 'ftp://shop.example'],
  ['PUBLIC_URL', 'https://shop.example/below'],
  ['DEMO_CATALOGUE', 'yes'],
  ['COUNT_SEARCHES', 'no'],
  ['AUTH_RATE_LIMIT', '-5'],
  ['AUTH_RATE_LIMIT', 'none'],
  ['AUTH_RATE_LIMIT', '1000001'],
  ['OPENING_BALANCE', '-1'],
  ['OPENING_BALANCE', '1.005'],
  ['OPENING_BALANCE', '5 dollars'],
  ['OPENING_BALANCE', '100000000.01'],
  ['METRICS_PORT', '65536'],
  ['SECURITY_CONTACT', 'security@shop.example'],
  ['SECURITY_CONTACT', 'http://shop.example/security'],
  ['SECURITY_CONTACT', 'mailto:security@shop.example,'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'my-proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', 'fd00::/129'],
  ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
])('%s=%s is refused in one sentence that names the setting', (name, text) => {
  const read = () => readConfig({ [name]: text });
  expect(read).toThrow(OperatorError);
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]*, not "${text}"\\.$`));
});
