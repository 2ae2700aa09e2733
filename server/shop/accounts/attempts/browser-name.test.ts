import { expect, test } from 'vitest';
import { nameBrowser } from './browser-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'Chrome on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/148.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/148.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0`,
  ],
  [
    'Opera on Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/148.0.0.0 Safari/537.36 OPR/120.0`,
  ],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/30.0 Chrome/140.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/148.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on ChromeOS',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/148.0.0.0 Safari/537.36`,
  ],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'],
  ['', 'curl/8.5.0'],
  ['', undefined],
])('%s', (name, userAgent) => {
  expect(nameBrowser(userAgent)).toBe(name);
});

test('nothing that a client writes is in the name, and a long header is not read to its end', () => {
  expect(nameBrowser('<script> Chrome/<b>1</b> on Windows "quoted"')).toBe('Chrome on Windows');
  expect(nameBrowser(`${'Version/1 '.repeat(60)}Firefox/1`)).toBe('');
});
