/** The shop at the desk: its name, look and texts, and the words of its search. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { beforeOf, deskPaths, FORM_TOKEN } from '../../contract/desk.ts';
import { searchPath } from '../../contract/paths.ts';
import { readIdentity, replaceIdentity } from '../shop/identity/store.ts';
import { readSynonyms } from '../shop/search/synonym-store.ts';
import { openTestDesk, textOf, tokenOf } from './desk.testing.ts';

const desk = await openTestDesk();
const { shop } = desk;
const { db } = shop.services;
const ann = await desk.join('Ann');
const page = async () => (await desk.get(ann, deskPaths.shop)).body;

/** @param before what the page had of the fields */
async function save(
  fields: Record<string, string>,
  {
    before = {},
    files = {},
  }: { before?: Record<string, string>; files?: Record<string, Blob> } = {},
) {
  const form = new FormData();
  form.append(FORM_TOKEN, tokenOf(await page()));
  form.append('intent', 'identity');
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
    form.append(beforeOf(name), before[name] ?? '');
  }
  for (const [name, file] of Object.entries(files)) form.append(name, file, `${name}.png`);
  return desk.send(ann, { method: 'POST', url: deskPaths.shop, form });
}

test('a preview shows colours and texts as they would be, and saves nothing', async () => {
  const form = new FormData();
  const fields = {
    ...{ [FORM_TOKEN]: tokenOf(await page()), intent: 'preview', name: '<b>Oak</b>' },
    ...{ accent: '#FFE066', 'legal.terms': '# Terms\n\nSee [returns](/?page=returns).' },
    ...{
      'legal.returns': '# Returns\n\n**Free**',
      'legal.privacy': '# Privacy\n\n<script>1</script>',
    },
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const before = await readIdentity(db);
  const { body } = await desk.send(ann, { method: 'POST', url: deskPaths.shop, form });
  expect(await readIdentity(db)).toEqual(before);
  expect(textOf(body)).toMatch(/#ffe066 is hard to read .* have #[0-9a-f]{6}, its nearest/);
  expect(body).toMatch(/<rect[^>]*fill="#ffe066"/);
  expect(body).toContain('&lt;b&gt;Oak&lt;/b&gt;');
  expect(body).toContain('<strong>Free</strong>');
  expect(body).not.toContain('<script>1');
  expect(textOf(body)).toContain('It has HTML in line 3');
  // What was typed is still in the form.
  expect(body).toMatch(/name="accent"[^>]*value="#FFE066"/);
});

test('the form saves name, look and texts, and keeps what it does not have', async () => {
  await replaceIdentity(shop.services, { name: 'Birch', documentYears: 6 });
  const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: 'red' } })
    .png()
    .toBuffer();
  const saved = await save(
    {
      ...{ name: 'Oak & Co', accent: '#7c2d12', 'hero.promise': 'Wood that lasts' },
      ...{ 'delivery.businessDays': '3', 'legal.imprint': '# Imprint\r\nOak & Co' },
      carriers: 'My Van https://van.example/{number}',
    },
    { before: { name: 'Birch' }, files: { logo: new Blob([new Uint8Array(png)]) } },
  );
  expect(saved.statusCode).toBe(303);
  const identity = await readIdentity(db);
  expect(identity).toMatchObject({
    ...{ name: 'Oak & Co', accent: '#7c2d12', hero: { promise: 'Wood that lasts' } },
    ...{ delivery: { businessDays: 3 }, legal: { imprint: '# Imprint\nOak & Co' } },
    ...{ carriers: [{ name: 'My Van', url: 'https://van.example/{number}' }], documentYears: 6 },
    logo: expect.stringMatching(/^data:image\/png;base64,/),
  });
  const shown = textOf(await page());
  expect(shown).toContain('Logo (one is there)');
  await save({ 'hero.promise': '' }, { before: { 'hero.promise': 'Wood that lasts' } });
  expect(await readIdentity(db)).not.toHaveProperty('hero');
  const log = db.selectFrom('operator_log').select(['operator', 'origin']).orderBy('id', 'desc');
  expect(await log.limit(1).execute()).toEqual([{ operator: 'Ann', origin: 'desk at 127.0.0.1' }]);
  const file = (await desk.get(ann, deskPaths.identityFile)).json();
  expect(file).toEqual(await readIdentity(db));
});

test('what is wrong is refused in sentences, and what somebody changed meanwhile is kept', async () => {
  await replaceIdentity(shop.services, { name: 'Birch', title: 'Trees' });
  for (const [fields, problem] of [
    [{ accent: 'green' }, 'Accent must be a colour'],
    [{ 'delivery.businessDays': 'soon' }, 'Delivered within business days must be a number'],
    [{ carriers: 'Nobody' }, 'Line 1 of Carriers must be'],
    [{ 'legal.terms': 'file:../../etc/passwd' }, 'Terms '],
    [{ 'seller.country': 'DE' }, 'Legal name of the seller is missing'],
    [{ title: 'Leaves' }, 'Title in search engines: somebody has changed it meanwhile.'],
  ] as const) {
    const { statusCode, body } = await save(fields);
    expect([statusCode, textOf(body)]).toEqual([200, expect.stringContaining(problem)]);
  }
  expect(await readIdentity(db)).toEqual({ name: 'Birch', title: 'Trees' });
});

test('what is wrong is beside its field, too', async () => {
  const { body } = await save({ accent: 'green', 'legal.terms': '<b>Terms</b>' });
  const [, note = ''] =
    /aria-describedby="([^"]*)" aria-invalid="true"[^>]*name="accent"/.exec(body) ?? [];
  expect(body).toMatch(new RegExp(`id="${note}"[^>]*><span class="wrong">Accent must be a colour`));
  expect(body).toMatch(/<span class="wrong">Terms [^<]*<\/span>.*<textarea aria-invalid="true"/s);
  expect(body).not.toMatch(/aria-invalid="true"[^>]*name="name"/);
});

test('a word that found nothing is joined to one of the shop, and synonyms are edited', async () => {
  await shop.sell({ id: 'sofa', name: 'Long Sofa' });
  await db
    .insertInto('searches')
    .values({ text: 'settee <b>', day: '2999-01-01', searches: 7, nothing_found: 7 })
    .execute();
  expect(textOf(await page())).toContain('settee <b>, searched 7 times');
  const send = async (fields: Record<string, string>) =>
    desk.send(ann, {
      method: 'POST',
      url: deskPaths.shop,
      form: { token: tokenOf(await page()), ...fields },
    });
  await send({ intent: 'join', text: 'settee', word: 'sofa' });
  expect(await readSynonyms(db)).toEqual(['settee, sofa']);
  expect(textOf(await page())).toContain('Whoever searches for settee finds sofa, too.');
  const before = { [beforeOf('synonyms')]: 'settee, sofa' };
  const late = await send({ intent: 'synonyms', synonyms: 'a, b', [beforeOf('synonyms')]: '' });
  expect(textOf(late.body)).toContain('Somebody has changed this meanwhile');
  const wrong = await send({ intent: 'synonyms', ...before, synonyms: 'a => b => c' });
  expect(textOf(wrong.body)).toContain('The field line 1 has more than one =>');
  await send({ intent: 'synonyms', ...before, synonyms: 'settee, sofa\r\ncouch, sofa' });
  expect(await readSynonyms(db)).toEqual(['settee, sofa', 'couch, sofa']);
  await expect.poll(async () => (await shop.call('GET', searchPath('couch'))).statusCode).toBe(200);
  expect(textOf((await send({ intent: 'other' })).body)).toContain('Load the page again');
  await send({
    intent: 'synonyms',
    [beforeOf('synonyms')]: 'settee, sofa\ncouch, sofa',
    synonyms: '',
  });
  expect(await readSynonyms(db)).toEqual([]);
});
