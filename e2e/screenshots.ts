/**
 * Takes a screenshot of every state of every screen, and writes docs/states.md, which shows them.
 *
 * `node scripts/setup.mjs --build e2e/screenshots.ts`: one small picture of each state, for the document.
 * With `--all`: each state at four widths, light and dark, into screenshots/, with a page
 * that shows them side by side.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
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

const DOCUMENT_VARIANT: Variant = { width: 1280, height: 800, colorScheme: 'light' };
const PHONE_VARIANT: Variant = { width: 390, height: 844, colorScheme: 'light' };
/** States whose layout differs on a phone. */
const differsOnPhones = new Set([
  'cart-sheet',
  'filters-chosen',
  'filters-open',
  'orders',
  'orders-cancel',
  'product-dialog',
  'search-corrected',
  'search-relaxed',
  'suggestions',
]);
const HEIGHTS = { 390: 844, 768: 1024, 1280: 800, 1920: 1080 };
const ALL_VARIANTS: Variant[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries(HEIGHTS).map(([width, height]) => ({ width: Number(width), height, colorScheme })),
);
/** WebP quality, of 100: the lowest at which details are still visible. */
const QUALITY = 55;

const isAll = process.argv.includes('--all');
await provideChromium();
const shop = await startShop();
const browser = await chromium.launch(launchOptions());
try {
  await (isAll ? takeAll(browser) : takeForDocument(browser));
} finally {
  await browser.close();
  await shop.stop();
}

async function takeForDocument(browser: Browser): Promise<void> {
  const folder = join(root, 'docs/states');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const rows: string[] = [];
  for (const state of states) {
    const { name, shows } = state;
    await take(browser, state, DOCUMENT_VARIANT, join(folder, `${name}.webp`));
    let pictures = `![${shows}](states/${name}.webp)`;
    if (differsOnPhones.has(name)) {
      await take(browser, state, PHONE_VARIANT, join(folder, `${name}-phone.webp`));
      pictures += ` ![${shows}, on a phone](states/${name}-phone.webp)`;
    }
    rows.push(`| ${shows} | ${pictures} |`);
  }
  await writeFile(
    join(root, 'docs/states.md'),
    `# States

Everything that can be empty, loading, pending, long, wrong or gone, and what it looks like. Made by
\`node scripts/setup.mjs --build e2e/screenshots.ts\`; \`--all\` takes each at four widths, light and dark.

| state | picture |
|---|---|
${rows.join('\n')}
`,
  );
}

async function takeAll(browser: Browser): Promise<void> {
  const folder = join(root, 'screenshots');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sections: string[] = [];
  for (const state of states) {
    const pictures: string[] = [];
    for (const variant of ALL_VARIANTS) {
      const name = `${state.name}-${variant.width}-${variant.colorScheme}.webp`;
      await take(browser, state, variant, join(folder, name));
      pictures.push(`<img src="${name}" alt="${name}" height="420" loading="lazy">`);
    }
    sections.push(`<h2>${state.shows}</h2><p>${pictures.join('\n')}</p>`);
    process.stdout.write(`${state.name}\n`);
  }
  const page = `<!doctype html><meta charset="utf-8"><title>States</title>${sections.join('\n')}`;
  await writeFile(join(folder, 'index.html'), page);
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
    // Hide the confetti, which would make each screenshot different.
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
