/** What the shop is called, looks like and promises, and which words mean the same to its search. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import {
  beforeOf,
  type Done,
  type EditedField,
  type Fields,
  type SentForm,
  type ShopPage,
  type ShopPreview,
  shopIntents,
  type Upload,
} from '../../contract/desk.ts';
import { LEGAL_TEXT_MAX_LENGTH, type ShopIdentity } from '../../contract/shop-identity.ts';
import { formatIdentity } from '../operations/identity/export.ts';
import { importIdentity } from '../operations/identity/import.ts';
import { findSearches, parseSynonymFile } from '../operations/reports/searches.ts';
import { addDays, createDayFormat } from '../platform/days.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { OperatorServices } from '../platform/services.ts';
import { findMarkdownProblems, renderMarkdown } from '../shop/identity/markdown.ts';
import { derivePalette } from '../shop/identity/palette.ts';
import { readIdentity } from '../shop/identity/store.ts';
import { readSynonyms, replaceSynonyms } from '../shop/search/synonym-store.ts';
import { readChange, readIntent, withoutReturns } from './fields.ts';

type Shown = Omit<EditedField, 'name' | 'value'>;

/** The fields of the form, by their places in `shop.json`. */
const shown: Record<string, Shown> = {
  name: { label: 'Name' },
  title: { label: 'Title in search engines' },
  description: { label: 'Description in search engines' },
  accent: {
    label: 'Accent',
    hint: 'A colour like #0f766e. Where it would be hard to read, its nearest readable shade is shown.',
  },
  logo: { label: 'Logo', isFile: true, hint: 'SVG, or PNG of at least 512 pixels' },
  'hero.promise': { label: 'Headline of the first page' },
  'hero.text': { label: 'The line below it' },
  'hero.picture': { label: 'Its picture', isFile: true, hint: 'JPEG, PNG, WebP or AVIF' },
  'delivery.businessDays': { label: 'Delivered within business days' },
  'delivery.text': { label: 'What you say of delivery' },
  carriers: {
    label: 'Carriers',
    isLong: true,
    hint: 'One a line: name and address of tracking, with {number} in it',
  },
  footer: { label: 'Footer' },
  'seller.legalName': { label: 'Legal name of the seller' },
  'seller.address': { label: 'Its address', isLong: true },
  'seller.country': { label: 'Its country', hint: 'A code like DE' },
  'seller.taxId': { label: 'Its tax number' },
  'seller.email': { label: 'Its email address' },
  'seller.phone': { label: 'Its telephone' },
  'tax.name': { label: 'What the tax is called' },
  'tax.percent': { label: 'Its percent', hint: 'Several rates are set by the file' },
  locale: { label: 'Language and country', hint: 'Like de-DE, for dates' },
  timeZone: { label: 'Time zone', hint: 'Like Europe/Berlin' },
  'legal.imprint': { label: 'Imprint', isLong: true, hint: 'Markdown' },
  'legal.privacy': { label: 'Privacy', isLong: true },
  'legal.terms': { label: 'Terms', isLong: true },
  'legal.returns': { label: 'Returns', isLong: true },
};
const numbers: readonly string[] = ['delivery.businessDays', 'tax.percent'];

const UNFOUND_SHOWN = 20;
const UNFOUND_DAYS = 30;

export async function readShop({
  db,
  now,
}: Pick<OperatorServices, 'db' | 'now'>): Promise<ShopPage> {
  const identity = (await readIdentity(db)) ?? {};
  const since = addDays(createDayFormat('UTC')(now()), -UNFOUND_DAYS);
  const unfound = { since, nothingFound: true, limit: UNFOUND_SHOWN };
  return {
    identity: Object.entries(shown).map(([name, field]) => ({
      ...{ ...field, name },
      value: textAt(identity, name, field),
    })),
    synonyms: (await readSynonyms(db)).join('\n'),
    unfound: (await findSearches(db, unfound)).map(({ text, nothingFound: searches }) => ({
      text,
      searches,
    })),
  };
}

function textAt(identity: Partial<ShopIdentity>, place: string, { isFile }: Shown): string {
  if (place === 'carriers') {
    return (identity.carriers ?? []).map(({ name, url }) => `${name} ${url}`).join('\n');
  }
  let value: unknown = identity;
  for (const step of place.split('.')) value = (value as Values | undefined)?.[step];
  if (isFile) return value === undefined ? 'none yet' : 'one is there';
  return String(value ?? '');
}

/** @param fields those of the form; nothing is saved */
export function previewShop(fields: Fields): ShopPreview {
  const { name = '', accent = '', 'hero.promise': headline = '', 'hero.text': line = '' } = fields;
  const texts = Object.entries(fields).filter(([place]) => place in shown && isLegal(place));
  const hasText = (other: string) => Boolean(fields[`legal.${other}`]?.trim());
  return {
    ...{ name, headline, line, accent: previewAccent(accent.trim().toLowerCase()) },
    texts: texts.flatMap(([place, text]) => {
      if (text.trim() === '' || text.length > LEGAL_TEXT_MAX_LENGTH) return [];
      const problems = findMarkdownProblems(text, hasText);
      const title = shown[place]?.label ?? place;
      return problems.length > 0
        ? { title, html: '', problems: problems.map((problem) => `It ${problem}.`) }
        : { ...renderMarkdown(text), problems };
    }),
  };
}

const isLegal = (place: string) => place.startsWith('legal.');

function previewAccent(accent: string): ShopPreview['accent'] {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return undefined;
  const { light, dark, ...brand } = derivePalette(accent);
  const sentence =
    light.action === brand.brand
      ? `${brand.brand} can be read on light surfaces as it is.`
      : `${brand.brand} is hard to read on light surfaces: texts and buttons have ${light.action}, its nearest readable shade.`;
  return { sentence, light: { ...brand, ...light }, dark: { ...brand, ...dark } };
}

type Values = Record<string, unknown>;

/** @returns what was done, in a sentence @throws OperatorError with each problem; nothing is changed then */
export async function changeShop(
  services: OperatorServices,
  { fields, uploads }: SentForm,
): Promise<Done> {
  const { db } = services;
  switch (readIntent(shopIntents, fields)) {
    case 'identity':
      await changeIdentity(services, fields, uploads);
      return { notice: 'Saved. Shoppers see it within moments.' };
    case 'synonyms': {
      if (withoutReturns(fields[beforeOf('synonyms')]) !== (await readSynonyms(db)).join('\n')) {
        throw changedMeanwhile;
      }
      const text = withoutReturns(fields.synonyms);
      await replaceSynonyms(services, parseSynonymFile(text, 'The field'));
      return { notice: 'Searches use these words within moments.' };
    }
    case 'join': {
      const line = `${fields.text ?? ''}, ${fields.word ?? ''}`;
      const [added = ''] = parseSynonymFile(line, `“${line}”`);
      await replaceSynonyms(services, [...(await readSynonyms(db)), added]);
      return { notice: `Whoever searches for ${fields.text} finds ${fields.word}, too.` };
    }
  }
}

const changedMeanwhile = new OperatorError(
  'Somebody has changed this meanwhile. Nothing was saved: look at it again, and decide anew.',
);

/** As the import of a `shop.json` that has what was edited, and all else as it is. */
async function changeIdentity(
  services: OperatorServices,
  fields: Fields,
  uploads: readonly Upload[],
): Promise<void> {
  const identity: Values = structuredClone((await readIdentity(services.db)) ?? {});
  const lost: string[] = [];
  for (const [place, field] of Object.entries(shown)) {
    const change = readChange(fields, place);
    if (change === undefined) continue;
    const isOther = withoutReturns(textAt(identity, place, field)) !== change.before;
    if (isOther) lost.push(`${field.label}: somebody has changed it meanwhile.`);
    put(identity, place, toValue(place, change.text));
  }
  if (lost.length > 0) throw new OperatorError(`${lost.join('\n')}\nNothing was saved.`);
  const folder = await mkdtemp(join(tmpdir(), 'qkart-shop-'));
  try {
    for (const { field, name, path } of uploads) {
      if (!shown[field]?.isFile) continue;
      const [ending = ''] = /^\.[a-z]+$/.exec(extname(name).toLowerCase()) ?? [];
      await copyFile(path, join(folder, field + ending));
      put(identity, field, `file:${field}${ending}`);
    }
    const file = join(folder, 'shop.json');
    // Safe: the import checks it.
    await writeFile(file, formatIdentity(identity as ShopIdentity));
    await importIdentity(services, file, nameOf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the form calls a place of `shop.json`. @param path a JSON pointer */
function nameOf(path: string): string {
  const place = path.slice(1).replaceAll('/', '.');
  const name = Object.keys(shown).find((one) => `${place}.`.startsWith(`${one}.`)) ?? '';
  const label = shown[name]?.label ?? place;
  const [, index] = /^carriers\.(\d+)/.exec(place) ?? [];
  return index === undefined ? label : `Line ${Number(index) + 1} of ${label}`;
}

/** What is wrong stays a text, for the problem to show it. */
function toValue(place: string, text: string): unknown {
  if (place === 'carriers') return text === '' ? '' : text.split('\n').map(toCarrier);
  return numbers.includes(place) && text !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}

function toCarrier(line: string) {
  const at = line.trim().lastIndexOf(' ');
  return { name: line.trim().slice(0, Math.max(at, 0)), url: line.trim().slice(at + 1) };
}

/** An empty value, or an object without any, is left out. */
function put(values: Values, place: string, value: unknown): void {
  const [first = '', rest] = place.split(/\.(.*)/s);
  if (rest === undefined) {
    if (value === '') delete values[first];
    else values[first] = value;
    return;
  }
  const inner = (values[first] ?? {}) as Values;
  put(inner, rest, value);
  if (Object.keys(inner).length === 0) delete values[first];
  else values[first] = inner;
}
