import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { makeBomb, makePhoto } from '../server/operations/pictures/pictures.testing.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const folder = await mkdtemp(join(tmpdir(), 'qkart-test-'));
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const shop = await openTestShop();
const qkart = (...words: string[]) => runQkart(['shop', ...words], shop.database.env);
const importText = async (text: string | Buffer) => qkart('import', await write('shop.json', text));

const identity = {
  name: 'Birch & Bloom',
  timeZone: 'Europe/Berlin',
  hero: { promise: 'Grow something today' },
  footer: 'A family shop since 1982.',
};

test('an identity is imported, shown and exported, and its export is imported to the same bytes', async () => {
  expect(await importText(JSON.stringify(identity))).toEqual({
    code: 0,
    stdout: 'The shop is Birch & Bloom now.\n',
    stderr: '',
  });
  expect((await qkart('show')).stdout).toBe(
    'name: Birch & Bloom\ntimeZone: Europe/Berlin\nhero.promise: Grow something today\nfooter: A family shop since 1982.\n',
  );
  expect(JSON.parse((await qkart('show', '--json')).stdout)).toEqual(identity);
  const exported = (await qkart('export', '-')).stdout;
  expect(JSON.parse(exported)).toEqual(identity);
  const file = join(folder, 'exported.json');
  await importText(exported);
  expect(await qkart('export', file)).toMatchObject({ code: 0, stdout: '' });
  expect(await readFile(file, 'utf8')).toBe(exported);
  expect(await qkart('export', file)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${file} can't be written: the file exists already.\nNothing was written.\n`,
  });
});

test('each problem is said with its place and with what would be right, and nothing changes', async () => {
  await importText(JSON.stringify(identity));
  const wrong = {
    name: '',
    titel: 'A typo',
    timeZone: 'Berlin',
    locale: 7,
    hero: { text: 'No promise' },
    footer: ['a', 'list'],
  };
  const { code, stderr } = await importText(JSON.stringify(wrong));
  expect(code).toBe(1);
  const problems = stderr.split('\n').map((line) => line.replace(/^.*shop\.json: /, ''));
  expect(problems.sort()).toEqual(
    [
      '',
      '/name must be a text of 1 to 40 characters on one line, not "".',
      '/titel is unknown here: an object with name, title, description, locale, timeZone, accent, logo, logoDark, hero, footer, delivery, seller, tax, documentYears, legal, carriers is right.',
      '/timeZone must be a time zone like "Europe/Berlin", not "Berlin".',
      '/locale must be a language and a country like "de-DE", not 7.',
      '/hero/promise is missing: it must be a text of 1 to 60 characters on one line.',
      '/footer must be a text of 1 to 300 characters on one line, not a list.',
      'Nothing was changed.',
    ].sort(),
  );
  const delivery = { businessDays: 0, text: 'a'.repeat(161), days: 3 };
  const wrongDelivery = (await importText(JSON.stringify({ ...identity, delivery }))).stderr;
  for (const sentence of [
    '/delivery/businessDays must be a number of business days from 1 to 60, not 0.',
    '/delivery/text must be a text of 1 to 160 characters on one line, not "aaa',
    '/delivery/days is unknown here: an object with businessDays, text is right.',
  ]) {
    expect(wrongDelivery).toContain(sentence);
  }
  for (const locale of ['de_DE', 'xx-DE', 'de-ZZ', 'German', 'C']) {
    expect((await importText(JSON.stringify({ ...identity, locale }))).stderr).toContain(
      `/locale must be a language and a country like "de-DE", not "${locale}".`,
    );
  }
  expect(JSON.parse((await qkart('export')).stdout)).toEqual(identity);
});

test.each(['de-DE', 'en', 'es-419', 'zh-Hant-TW', 'ar-EG'])(
  'the locale %s is known',
  async (locale) => {
    expect(await importText(JSON.stringify({ ...identity, locale }))).toMatchObject({ code: 0 });
  },
);

test('a file that is hostile or no JSON is refused with a sentence, and nothing changes', async () => {
  await importText(JSON.stringify(identity));
  const deep = `{"name": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  for (const [content, sentence] of [
    [Buffer.alloc(50_000_000, 32), 'has more than 5 MB.'],
    [Buffer.from([0xff, 0xfe]), 'is not UTF-8 text; save it as UTF-8, in Word as “Plain Text”'],
    ['{"name": "Birch', 'is not JSON: '],
    ['null', 'the file must be an object with name, '],
    ['{"name": "A", "hero": {"promise": "B", "promise": "C"}}', 'has "promise" twice in one'],
    [deep, '/name must be a text of 1 to 40 characters on one line, not a list.'],
    ['{"name": "a\\u0000b"}', '/name must be a text of 1 to 40 characters on one line'],
    ['{"name": "\\u3164"}', '/name must be a text of 1 to 40 characters on one line'],
  ] as const) {
    const { code, stdout, stderr } = await importText(content);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/\nNothing was changed\.\n$/);
  }
  expect(JSON.parse((await qkart('export')).stdout)).toEqual(identity);
});

test('a removed identity is neither shown nor exported', async () => {
  await importText(JSON.stringify(identity));
  expect(await qkart('remove')).toMatchObject({ code: 0 });
  for (const words of [['show'], ['export'], ['remove']]) {
    const { code, stderr } = await qkart(...words);
    expect(code).toBe(1);
    expect(stderr).toContain('This shop has no identity of its own: qkart shop import FILE');
  }
});

test('a rate of tax that products have can’t be dropped', async () => {
  const rates = [full, { key: 'reduced', percent: 7 }];
  const taxed = { ...identity, tax: { name: 'VAT', rates } };
  expect(await importText(JSON.stringify(taxed))).toMatchObject({ code: 0 });
  expect((await qkart('show')).stdout).toContain('tax.rates.1.percent: 7\n');
  await write('products.csv', '_id,name,cost,tax\nbook,Book,10,reduced\nmap,Map,5,reduced\n');
  const file = join(folder, 'products.csv');
  expect(await runQkart(['catalogue', 'import', file], shop.database.env)).toMatchObject({
    code: 0,
  });
  expect(await importText(JSON.stringify(identity))).toEqual({
    ...{ code: 1, stdout: '' },
    stderr:
      '/tax lacks the rate "reduced", which 2 products have, such as "book".\nNothing was changed.\n',
  });
  expect(JSON.parse((await qkart('export')).stdout)).toEqual(taxed);
  await shop.services.db.deleteFrom('stock_changes').execute();
  await shop.services.db.deleteFrom('products').where('id', 'in', ['book', 'map']).execute();
});

const seller = {
  legalName: 'Nord Ltd',
  address: '1 Mill Lane\nLübeck',
  country: 'DE',
  email: 'hello@nord.example',
};

const full = { key: 'full', percent: 19, usual: true };

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"></path></svg>';

test('files beside shop.json become part of it; its export needs them no more', async () => {
  await write('logo.svg', `<?xml version="1.0"?>\n${LOGO}\n`);
  await write('hero.jpg', await makePhoto(300, 200));
  await write('imprint.md', '# Imprint\n\nLübeck\n');
  const hero = { promise: 'Grow', picture: 'file:hero.jpg' };
  const legal = { imprint: 'file:imprint.md' };
  const imported = await importText(
    JSON.stringify({ name: 'Nord', accent: '#B4235A', logo: 'file:logo.svg', hero, legal }),
  );
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  const exported = (await qkart('export')).stdout;
  expect(JSON.parse(exported)).toEqual({
    name: 'Nord',
    accent: '#B4235A',
    logo: LOGO,
    hero: { promise: 'Grow', picture: expect.stringMatching(/^data:image\/webp;base64,/) },
    legal: { imprint: '# Imprint\n\nLübeck' },
  });
  expect(await importText(exported)).toMatchObject({ code: 0 });
  expect((await qkart('export')).stdout).toBe(exported);
});

test('a logo of pixels is kept without metadata, and its export is imported to the same bytes', async () => {
  const png = await sharp(await makePhoto(2_000, 400))
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .png()
    .toBuffer();
  await write('Logo.PNG', png);
  const logos = { logo: 'file:Logo.PNG', logoDark: 'file:Logo.PNG' };
  expect(await importText(JSON.stringify({ name: 'Nord', ...logos }))).toMatchObject({ code: 0 });
  const exported = (await qkart('export')).stdout;
  const { logo, logoDark } = JSON.parse(exported);
  expect(logo).toBe(logoDark);
  const { exif, ...head } = await sharp(Buffer.from(logo.split(',')[1], 'base64')).metadata();
  expect(exif).toBeUndefined();
  expect(head).toMatchObject({ format: 'png', width: 1_024, height: 205 });
  await importText(exported);
  expect((await qkart('export')).stdout).toBe(exported);
});

test('all problems of all files are printed at once', async () => {
  await importText(JSON.stringify(identity));
  await write('logo.svg', LOGO.replace('<path', '<path filter="url(#a)"'));
  await write('word.md', Buffer.from('# Imprint\n\nL\xfcbeck', 'latin1'));
  await write('terms.md', '# Terms\n\n[Privacy](privacy.md)\n\n<b>Bold</b>');
  await write('cut.jpg', (await makePhoto(900, 600)).subarray(0, 2_000));
  const shop = {
    name: '',
    titel: 'A typo',
    logo: 'file:logo.svg',
    logoDark: 'file:missing.svg',
    hero: { picture: 'file:cut.jpg' },
    seller: { legalName: 'A' },
    legal: { imprint: 'file:word.md', terms: 'file:terms.md', Privacy: '# Privacy' },
  };
  const { code, stderr } = await importText(JSON.stringify(shop));
  expect(code).toBe(1);
  const problems = stderr.split('\n').map((line) =>
    line
      .replace(/^.*shop\.json: /, '')
      .replace(folder, '')
      .slice(0, 60),
  );
  expect(problems.toSorted()).toEqual(
    [
      '',
      '/hero/picture is damaged or incomplete: save it again.',
      '/hero/promise is missing: it must be a text of 1 to 60 chara',
      '/legal/Privacy is unknown here: an object of up to 9 texts w',
      '/legal/imprint names "file:word.md": it is not UTF-8 text; s',
      '/legal/terms has HTML in line 5 (<b>): write it in Markdown.',
      '/legal/terms has HTML in line 5 (</b>): write it in Markdown',
      '/legal/terms has a link in line 3 that leads nowhere, "priva',
      '/logo has the attribute filter in <path>, which a logo may n',
      '/logoDark names "file:missing.svg": /missing.svg does not ex',
      '/name must be a text of 1 to 40 characters on one line, not ',
      '/seller/address is missing: it must be a postal address of 1',
      '/seller/country is missing: it must be the code of a country',
      '/seller/email is missing: it must be an email address.',
      '/titel is unknown here: an object with name, title, descript',
      'Nothing was changed.',
    ].toSorted(),
  );
  expect(JSON.parse((await qkart('export')).stdout)).toEqual(identity);
});

test('so are more problems of shop.json than a stranger’s request would get', async () => {
  const fields = 'name title accent locale timeZone seller tax carriers delivery hero legal footer';
  const names = fields.split(' ');
  const shop = Object.fromEntries(names.map((name) => [name, 1]));
  const { stderr } = await importText(JSON.stringify(shop));
  for (const name of names) expect(stderr).toMatch(new RegExp(`/${name} must be`));
});

test('the picture of the hero is kept without metadata, upright, and with 1600 pixels at most', async () => {
  const photo = await sharp(await makePhoto(3_000, 1_500))
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '53/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await write('hero.jpg', photo);
  const hero = { promise: 'Grow', picture: 'file:hero.jpg' };
  expect(await importText(JSON.stringify({ name: 'Nord', hero }))).toMatchObject({ code: 0 });
  const exported = (await qkart('export')).stdout;
  const kept = Buffer.from(JSON.parse(exported).hero.picture.split(',')[1], 'base64');
  const { exif, icc, xmp, ...head } = await sharp(kept).metadata();
  expect(head).toMatchObject({ format: 'webp', width: 800, height: 1_600 });
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  await importText(exported);
  expect((await qkart('export')).stdout).toBe(exported);
});

test('an accent that is no colour, a logo with a script and files from elsewhere are refused with a sentence', async () => {
  await importText(JSON.stringify(identity));
  await write('evil.svg', LOGO.replace('<path', '<script>alert(1)</script><path'));
  await write('large.svg', Buffer.alloc(1_000_001, 32));
  await write('text.jpg', 'no picture');
  await write('photo.jpg', await makePhoto(900, 600));
  await write(
    'small.png',
    await sharp(await makePhoto(511, 90))
      .png()
      .toBuffer(),
  );
  await write('bomb.png', makeBomb(50_000));
  await write('cut.jpg', (await makePhoto(900, 600)).subarray(0, 2_000));
  const svgAsPng = `data:image/png;base64,${Buffer.from(LOGO).toString('base64')}`;
  await write('html.md', '# Imprint\n\n<script>alert(1)</script>');
  for (const [field, value, sentence] of [
    ['accent', 'red', '/accent must be a colour like "#0f766e", not "red".'],
    ['logo', 'file:evil.svg', '/logo has <script>, which a logo may not have'],
    ['logo', 'file:missing.svg', 'missing.svg does not exist.'],
    ['logo', 'file:photo.jpg', '/logo names "file:photo.jpg": it must be an SVG, whose name ends'],
    ['logo', 'file:small.png', '/logo has 511 × 90 pixels: a PNG needs at least 512 at its longer'],
    ['logo', 'file:bomb.png', '/logo has 50000 × 50000 pixels: at most 64 million are read.'],
    ['logo', svgAsPng, '/logo is no picture that can be read'],
    ['logo', 'file:large.svg', '/logo names "file:large.svg": it has more than 1 MB.'],
    ['logo', 'file:/etc/passwd', 'it must lie in the folder of the file that names it.'],
    ['logo', 'file:../../../../../../etc/passwd', 'it must lie in the folder'],
    ['logo', 'https://a.example/logo.svg', '/logo must be an SVG, or the name of a file'],
    ['logoDark', LOGO, '/logoDark needs a logo for the light scheme, too: logo.'],
    ['hero', { promise: 'a', picture: 'file:text.jpg' }, 'it is no JPEG, PNG, WebP or AVIF.'],
    [
      'hero',
      { promise: 'a', picture: 'file:bomb.png' },
      '/hero/picture has 50000 × 50000 pixels: at most 64 million are read.',
    ],
    ['hero', { promise: 'a', picture: 'file:cut.jpg' }, '/hero/picture is damaged or incomplete'],
    ['hero', { promise: 'a', picture: svgAsPng }, '/hero/picture is no picture that can be read'],
    ['legal', { imprint: 'file:html.md' }, '/legal/imprint has HTML in line 3 (<script>)'],
    ['legal', { Imprint: '# A' }, '/legal/Imprint is unknown here: an object of up to 9 texts'],
    [
      'legal',
      Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`a${index}`, '# A'])),
      '/legal must be an object of up to 9 texts',
    ],
    ['name', ' \u00a0', '/name must be a text of 1 to 40 characters on one line'],
    ['name', '\u200b \u2060', '/name must be a text of 1 to 40 characters on one line'],
    ['name', 'a\u0092b', '/name must be a text of 1 to 40 characters on one line'],
    ['name', 'a\u2028b', '/name must be a text of 1 to 40 characters on one line'],
    ['name', 'a\ud83d', '/name must be a text of 1 to 40 characters on one line'],
    ['title', 'a'.repeat(71), '/title must be a text of 1 to 70 characters on one line'],
    ['description', 5, '/description must be a text of 1 to 200 characters on one line, not 5.'],
    ['hero', { promise: 'a', text: 'b\nc' }, '/hero/text must be a text of 1 to 160 characters'],
    ['legal', { imprint: '' }, '/legal/imprint must begin with a title, like "# Imprint".'],
    ['legal', { imprint: '# ' }, '/legal/imprint must begin with a title'],
    ['legal', { imprint: '# A\n\n![](a.png)' }, '/legal/imprint has a picture in line 3'],
    ['legal', { terms: 'a'.repeat(100_001) }, '/legal/terms must be Markdown of at most 100000'],
    ['seller', { legalName: 'A' }, '/seller/address is missing: it must be a postal address'],
    ['seller', { ...seller, address: 'a\u0000' }, '/seller/address must be a postal address'],
    ['seller', { ...seller, address: '\u200b\n' }, '/seller/address must be a postal address'],
    ['seller', { ...seller, email: 'a\u200b@b' }, '/seller/email must be an email address'],
    ['seller', { ...seller, address: ' \n ' }, '/seller/address must be a postal address'],
    ['seller', { ...seller, email: 'a\u0000@b' }, '/seller/email must be an email address'],
    ['seller', { ...seller, taxId: '' }, '/seller/taxId must be a text of 1 to 40 characters'],
    ['seller', { ...seller, fax: '1' }, '/seller/fax is unknown here: an object with legalName, '],
    ['tax', { name: 'VAT', percent: 101 }, '/tax/percent must be a number of percent from 0 to'],
    ['tax', { percent: 19 }, '/tax/name is missing: it must be a text of 1 to 20 characters'],
    ['tax', { name: 'VAT' }, '/tax must have either a percent or a list of rates.'],
    ['tax', { name: 'VAT', percent: 19, rates: [full] }, '/tax must have either a percent or'],
    ['tax', { name: 'VAT', percent: 8.8755 }, '/tax/percent must have at most three decimals, not'],
    ['tax', { name: 'VAT', rates: [] }, '/tax/rates must be a list of 1 to 10 rates, not a list.'],
    ['tax', { name: 'VAT', rates: [{ ...full, usual: false }] }, 'must have one rate with "usual"'],
    ['tax', { name: 'VAT', rates: [full, full] }, '/tax/rates/1/key is "full" a second time.'],
    [
      'tax',
      { name: 'VAT', rates: [{ ...full, key: 'Full rate' }] },
      '/tax/rates/0/key must be the key of a rate of tax: up to 20 letters a to z',
    ],
    ['documentYears', 31, '/documentYears must be a number of years from 1 to 30'],
    ['carriers', {}, '/carriers must be a list of up to 20 carriers, not an object.'],
    ['carriers', [{ name: 'P' }], '/carriers/0/url is missing: it must be an address with'],
    [
      'carriers',
      [{ name: 'P', url: 'https://post.example/\u0000{number}' }],
      '/carriers/0/url must be an address with {number} in it',
    ],
    ['seller', { ...seller, country: 'XX' }, '/seller/country must be the code of a country'],
    ['seller', { ...seller, country: 'EU' }, '/seller/country must be the code of a country'],
    ['seller', { ...seller, country: 'UK' }, 'like "DE", not "UK": write "GB".'],
    ['seller', { ...seller, email: 'a b@c' }, '/seller/email must be an email address'],
    ['tax', { name: 'VAT', percent: '19' }, '/tax/percent must be a number of percent'],
    [
      'carriers',
      [{ name: 'Post', url: 'http://post.example/{number}' }],
      '/carriers/0/url must be an address with {number} in it',
    ],
    ['carriers', [{ name: 'P', url: 'https://post.example/' }], '/carriers/0/url must be'],
  ] as const) {
    const { code, stderr } = await importText(JSON.stringify({ name: 'Nord', [field]: value }));
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/[^.]\.\nNothing was changed\.\n$/);
  }
  expect(JSON.parse((await qkart('export')).stdout)).toEqual(identity);
});
