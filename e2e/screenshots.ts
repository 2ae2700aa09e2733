/**
 * Takes screenshots of every state of every screen into screenshots/, with a page that shows them side by side, and the
 * picture of the README.
 *
 * `node scripts/setup.mjs --build e2e/screenshots.ts`: on a desktop and on a phone, light.
 * With `--all`: at four widths, light and dark.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { provideChromium } from '../scripts/chromium.ts';
import { launchOptions } from './browser.ts';
import { startShop } from './serve.ts';
import { newShopper } from './shopper.ts';
import type { State } from './state.ts';
import { reach, states } from './states.ts';

const root = resolve(import.meta.dirname, '..');

interface Variant {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const isAll = process.argv.includes('--all');
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
].filter(({ width }) => isAll || width === 390 || width === 1280);
const colorSchemes = isAll ? (['light', 'dark'] as const) : (['light'] as const);
const variants: Variant[] = colorSchemes.flatMap((colorScheme) =>
  sizes.map((size) => ({ ...size, colorScheme })),
);
/** The picture that the README shows. */
const README_PICTURE = 'products-cart-1280-light.webp';
/** WebP quality, of 100: the lowest at which details are still visible. */
const QUALITY = 55;

await provideChromium();
const shop = await startShop();
const browser = await chromium.launch(launchOptions());
try {
  await takeAll(browser);
} finally {
  await browser.close();
  await shop.stop();
}

async function takeAll(browser: Browser): Promise<void> {
  const folder = join(root, 'screenshots');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sections: string[] = [];
  for (const state of states) {
    const pictures: string[] = [];
    for (const variant of variants) {
      const name = `${state.name}-${variant.width}-${variant.colorScheme}.webp`;
      await take(browser, state, variant, join(folder, name));
      pictures.push(`<img src="${name}" alt="${name}" height="420" loading="lazy">`);
    }
    sections.push(`<h2>${state.shows}</h2><p>${pictures.join('\n')}</p>`);
    process.stdout.write(`${state.name}\n`);
  }
  const page = `<!doctype html><meta charset="utf-8"><title>States</title>${sections.join('\n')}`;
  await writeFile(join(folder, 'index.html'), page);
  await copyFile(join(folder, README_PICTURE), join(root, 'docs/products.webp'));
}

async function take(browser: Browser, state: State, variant: Variant, file: string): Promise<void> {
  const { width, height, colorScheme } = variant;
  const shopper = await newShopper(shop.address);
  const { username, token } = shopper;
  const session = Object.entries({ username, token, balance: '5000' });
  const loggedIn: BrowserContextOptions['storageState'] = {
    cookies: [],
    origins: [
      { origin: shop.address, localStorage: session.map(([name, value]) => ({ name, value })) },
    ],
  };
  const context = await browser.newContext({
    baseURL: shop.address,
    viewport: { width, height },
    colorScheme,
    // Motion would make each screenshot different.
    reducedMotion: 'reduce',
    ...(state.needsShopper && { storageState: loggedIn }),
  });
  const page = await context.newPage();
  await reach(state, page, shopper);
  await page.evaluate(() => document.fonts.ready);
  await writeFile(file, await capture(page));
  await context.close();
}

/** Takes WebP screenshots with Chromium itself, because Playwright takes only PNG and JPEG. */
async function capture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  return Buffer.from(data, 'base64');
}
