/** Imports at the desk: a file, its columns, what it would change, and what it has changed. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { deskPaths, type Upload } from '../../../contract/desk.ts';
import { OPERATOR_PASSWORD, openTestDesk, textOf, tokenOf, type Visitor } from '../desk.testing.ts';
import { Imports } from './imports.ts';

const folder = await mkdtemp(join(tmpdir(), 'qkart-imports-'));
vi.stubEnv('TMPDIR', folder);
const desk = await openTestDesk();
const { db } = desk.shop.services;
const [ann, bea] = [await desk.join('Ann'), await desk.join('Bea')];

/** Follows the form to the page that it leads to. */
async function send(visitor: Visitor, form: FormData, url: string) {
  const reply = await desk.send(visitor, { method: 'POST', url, form });
  const { location } = reply.headers;
  return location === undefined ? reply.body : (await desk.get(visitor, String(location))).body;
}

async function choose(visitor: Visitor, text: string, name = 'products.csv') {
  const form = new FormData();
  form.append('token', tokenOf((await desk.get(visitor, deskPaths.import)).body));
  form.append('intent', 'choose');
  form.append('file', new Blob([text]), name);
  return send(visitor, form, deskPaths.import);
}

/** Sends a form of the page, with what it has in its selects and fields. */
async function step(visitor: Visitor, html: string, fields: Record<string, string>) {
  const run = /name="run" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const form = new FormData();
  const all = { token: tokenOf(html), run, format: '', ...chosenIn(html), ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  return send(visitor, form, `${deskPaths.import}?run=${run}`);
}

function chosenIn(html: string): Record<string, string> {
  const selects = html.matchAll(/<select name="(column-\d+)".*?<\/select>/gs);
  const chosen = [...selects].map(([select, name = '']) => {
    const [, value, text = ''] =
      /<option(?: value="([^"]*)")? selected="">([^<]*)/.exec(select) ?? [];
    return [name, value ?? text];
  });
  return Object.fromEntries(chosen);
}

const preview = (visitor: Visitor, html: string, fields: Record<string, string> = {}) =>
  step(visitor, html, { intent: 'preview', ...fields });
const apply = (visitor: Visitor, html: string, fields: Record<string, string> = {}) =>
  step(visitor, html, { intent: 'apply', ...fields });

const product = (id: string) =>
  db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();

/** Waits until the page has something. */
async function until(visitor: Visitor, sentence: RegExp): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await desk.get(visitor, deskPaths.import);
    if (sentence.test(textOf(body))) return body;
    await sleep(50);
  }
  throw new Error(`The page never says ${sentence}`);
}

test('a table with foreign headings is mapped by hand, compared and applied', async () => {
  await desk.shop.sell({ id: 'lamp', name: 'Lamp', costCents: 1_250, stock: 7 });
  const text = 'SKU,Bezeichnung,UVP,Lager,Notiz\nlamp,Lamp,9.99,5,x\nshelf,Oak Shelf,40,,y\n';
  const columns = await choose(ann, text);
  expect(textOf(columns)).toMatch(/Bezeichnung.*Lamp · Oak Shelf/s);
  expect(await product('shelf')).toBeUndefined();
  const compared = await preview(ann, columns, {
    'column-1': 'name',
    'column-2': 'cost',
    'column-3': 'stock',
    'column-4': 'ignore',
    'set-category': 'Home',
  });
  expect(textOf(compared)).toMatch(/1 added.*1 changed.*0 unchanged.*0 refused/s);
  expect(textOf(compared)).toMatch(/cost 12.5 → 9.99\nstock 7 → 5/);
  expect(textOf(compared)).toMatch(/shelf.*added.*Oak Shelf, cost 40/s);
  expect(await product('lamp')).toMatchObject({ cost_cents: 1_250 });
  const applied = await apply(ann, compared);
  expect(textOf(applied)).toContain('Read 2 products: 1 added, 1 updated, 0 unchanged');
  expect(await product('lamp')).toMatchObject({ cost_cents: 999, stock: 5 });
  expect(await product('shelf')).toMatchObject({ name: 'Oak Shelf', category: 'Home' });
  const entries = await db.selectFrom('operator_log').selectAll().execute();
  expect(entries.at(-1)).toMatchObject({
    ...{ action: 'products changed', operator: 'Ann', origin: 'desk at 127.0.0.1' },
  });
  // The result stays until the next file.
  expect(textOf((await desk.get(ann, deskPaths.import)).body)).toContain('Read 2 products');
  expect(textOf(await apply(ann, compared))).toContain('not known any more. Choose it again');
});

test('the file of a form stays, so that it can be deleted when the request ends', async () => {
  const path = join(folder, 'upload.csv');
  await writeFile(path, 'SKU,Title,Price\na,A,5\n');
  const imports = new Imports(Date.now, () => {});
  const upload = { field: 'file', name: 'a.csv', path, bytes: 1 };
  await imports.change(desk.shop.services, { fields: { intent: 'choose' }, uploads: [upload] });
  expect(existsSync(path)).toBe(true);
  await imports.close();
});

test('a file that is being imported meanwhile is not replaced by the next one', async () => {
  const write = async (name: string, rows: number) => {
    const path = join(folder, name);
    const lines = Array.from({ length: rows }, (_, row) => `row-${row},Row ${row},5\n`);
    await writeFile(path, `_id,name,cost\n${lines.join('')}`);
    return { field: 'file', name, path, bytes: 1 };
  };
  const imports = new Imports(Date.now, () => {});
  const { services } = desk.shop;
  const choose = (upload: Upload) =>
    imports.change(services, { fields: { intent: 'choose' }, uploads: [upload] });
  const { id } = await choose(await write('many.csv', 20_000));
  const next = choose(await write('next.csv', 1)).catch(({ message }: Error) => message);
  const apply = { fields: { intent: 'apply', run: id }, uploads: [] };
  const applied = imports.change(services, apply);
  expect(await next).toMatch('is importing many.csv');
  expect(imports.read(services.operator.name).run).toMatchObject({ file: 'many.csv' });
  await imports.close();
  await applied;
});

test('a column that nothing else can be is guessed', async () => {
  const html = await choose(ann, 'SKU,Was es ist,Betrag\nmug,Mug,5.50\n');
  expect(chosenIn(html)).toMatchObject({ 'column-1': 'name', 'column-2': 'cost' });
});

test('what is refused is listed with line and sentence, and left out if the operator says so', async () => {
  const text = '_id,name,cost\ngood,Good,5\nbad,Bad,free\n';
  const compared = await preview(ann, await choose(ann, text));
  expect(textOf(compared)).toMatch(/1 added.*1 refused/s);
  expect(textOf(compared)).toMatch(/3cost.*free/);
  expect(textOf(await apply(ann, compared))).toContain('products.csv line 3, cost');
  expect(await product('good')).toBeUndefined();
  const again = await preview(ann, (await desk.get(ann, deskPaths.import)).body);
  expect(textOf(await apply(ann, again, { skip: 'on' }))).toContain('1 record is not imported');
  expect(await product('good')).toBeDefined();
});

test('the refused rows alone can be downloaded, corrected and imported', async () => {
  const text =
    'sep=;\n_id;name;cost;stock\nkept;Kept;5;9\n"two";"of\ntwo lines";free;1\nlast;Last;6;2;9;\n';
  const compared = await preview(ann, await choose(ann, text));
  const applied = textOf(await apply(ann, compared, { skip: 'on' }));
  expect(applied).toContain('2 records are not imported: correct them, and import a file of them');
  expect(applied).toContain('Download the refused rows');
  await db.updateTable('products').set({ stock: 4 }).where('id', '=', 'kept').execute();
  const { headers, body } = await desk.get(ann, deskPaths.refusedFile);
  expect(headers['content-disposition']).toContain('refused.csv');
  expect(body).toBe('sep=;\n_id;name;cost;stock\n"two";"of\ntwo lines";free;1\nlast;Last;6;2;9;\n');
  const corrected = await choose(ann, body.replace('free', '7').replace(';9;', ''));
  expect(textOf(await apply(ann, await preview(ann, corrected)))).toContain('2 added, 0 updated');
  expect(await product('kept')).toMatchObject({ stock: 4 });
  expect((await desk.get(ann, deskPaths.refusedFile)).statusCode).toBe(404);
  // A row of Shopify's table may need the row above it.
  const shopify =
    'Handle,Title,Variant Price,Option1 Value\nmat,Mat,5,S\nmat,,free,M\nrug,Rug,8,S\n';
  const other = await preview(ann, await choose(ann, shopify));
  const result = textOf(await apply(ann, other, { skip: 'on' }));
  expect(result).toContain('1 record is not imported');
  expect(result).not.toContain('Download');
});

test('the next file with the same columns is read as the file before', async () => {
  const columns = await choose(ann, 'SKU,A,B\ncup,Cup,5\ncap,Cap,free\n');
  const choices = { 'column-1': 'name', 'column-2': 'cost', 'set-category': 'Home' };
  await apply(ann, await preview(ann, columns, choices), { skip: 'on' });
  const rows = (await desk.get(ann, deskPaths.refusedFile)).body;
  const again = await choose(ann, rows.replace('free', '6'));
  expect(chosenIn(again)).toMatchObject({ 'column-1': 'name', 'column-2': 'cost' });
  expect(again).toContain('name="set-category" value="Home"');
  const other = await choose(ann, 'SKU,A,B,C\ncap,Cap,6,x\n');
  expect(other).not.toContain('value="Home"');
});

test('a wrong choice is refused in a sentence, and the choices stay', async () => {
  const html = await choose(ann, '_id,name,cost,old\na,A,5,6\n');
  const twice = await preview(ann, html, { 'column-2': 'cost', 'column-3': 'cost' });
  expect(textOf(twice)).toContain('Two columns are chosen for cost: cost and old.');
  expect(chosenIn(twice)).toMatchObject({ 'column-3': 'cost' });
  const both = await preview(ann, html, { 'column-2': 'rating' });
  expect(textOf(both)).toContain('cost would be cost and rating. Choose the column');
  expect(textOf(await choose(ann, 'x', 'products.pdf'))).toContain('products.pdf must end in');
  const json = await preview(ann, await choose(ann, '[{"_id":"j","name":"J","cost":1}]', 'x'), {
    format: 'json',
  });
  expect(textOf(await preview(ann, json, { format: 'json' }))).toContain('1 added');
  const none = new FormData();
  none.append('token', tokenOf(html));
  none.append('intent', 'choose');
  expect(textOf(await send(ann, none, deskPaths.import))).toContain(
    'Choose a file that has products',
  );
});

test('a heading with two meanings is chosen by hand', async () => {
  const html = await choose(ann, '_id,name,cost,Sale\nsale,S,5,yes\n');
  expect(textOf(html)).toContain('which may mean active or something else');
  const compared = await preview(ann, html, { 'column-3': 'ignore' });
  expect(textOf(compared)).toContain('1 added');
  expect(textOf(compared)).not.toContain('which may mean');
});

test('one import runs at a time, says who runs it, and can be stopped', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `many-${index},Many ${index},5\n`);
  const compared = await preview(bea, await choose(bea, `_id,name,cost\n${rows.join('')}`));
  const ready = /30,000 added/.test(textOf(compared)) ? compared : await until(bea, /30,000 added/);
  expect(textOf(ready)).toContain('The first 300 of 30,000');
  const other = await choose(ann, '_id,name,cost\nother,Other,5\n');
  const running = await apply(bea, ready);
  expect(textOf(running)).toContain('records');
  await until(bea, /Writing: [\d,]+ of 30,000 records/);
  const refused = await preview(ann, other);
  expect(textOf(refused)).toMatch(/Bea is importing products.csv. .* Wait until that is done/);
  expect(textOf((await desk.get(ann, deskPaths.import)).body)).toContain('Bea is importing');
  expect(textOf(await choose(bea, 'x'))).toContain('Bea is importing');
  await step(bea, running, { intent: 'stop' });
  const stopped = textOf(await until(bea, /Stopped/));
  const [, written = ''] = /([\d,]+) records, up to line [\d,]+, are written/.exec(stopped) ?? [];
  const { count } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'like', 'many-%')
    .executeTakeFirstOrThrow();
  expect(Number(written.replaceAll(',', ''))).toBe(count);
  expect(count).toBeLessThan(30_000);
  expect(stopped).toContain('Apply the file again to write the rest');
  expect(textOf(await preview(ann, other))).toContain('1 added');
});

test('cells, headings and names of files stay texts', async () => {
  const hostile = '<script>alert(1)</script>';
  const cat = await desk.join('Cat');
  const text = `_id,name,cost,${hostile}\nx,${hostile},5,${hostile}\ny,Y,${hostile},1\n`;
  const columns = await choose(cat, text, `${hostile}\u202e.csv`);
  const compared = await preview(cat, columns);
  for (const html of [columns, compared, await apply(cat, compared)]) {
    expect(html).not.toMatch(/<script>|\u202e/);
    expect(textOf(html)).toContain(hostile);
  }
});

test('nobody imports or exports without a session and its token', async () => {
  const stranger: Visitor = { cookies: new Map() };
  for (const path of [deskPaths.import, deskPaths.catalogueFile]) {
    expect((await desk.get(stranger, path)).headers.location).toContain('/login');
  }
  const cat = await desk.join('Cid');
  const form = new FormData();
  form.append('intent', 'choose');
  form.append('file', new Blob(['_id,name,cost\nz,Z,5\n']), 'z.csv');
  const forged = await desk.send(cat, { method: 'POST', url: deskPaths.import, form });
  expect(forged.statusCode).toBe(403);
});

test('the catalogue is exported in each format of the command', async () => {
  const dan = await desk.join('Dan');
  for (const [format, sign] of [
    ['csv', 'Oak Shelf'],
    ['jsonl', '"name":"Oak Shelf"'],
    ['google-xml', '<g:id>shelf</g:id>'],
    ['shopify', 'Oak Shelf'],
  ]) {
    const { headers, body } = await desk.get(dan, `${deskPaths.catalogueFile}?format=${format}`);
    expect(headers['content-disposition']).toContain(`catalogue-${format}.`);
    expect(body).toContain(sign);
  }
});

test('a file is kept for an hour, or until the desk closes, and the page says where to look then', async () => {
  const html = await choose(ann, '_id,name,cost\na,A,5\n');
  const kept = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => /qkart-import-.*\//.test(name));
  const before = (await kept()).length;
  desk.shop.pass(61 * 60_000);
  await desk.post(ann, deskPaths.login, { name: 'Ann', password: OPERATOR_PASSWORD });
  const run = /name="run" value="([^"]*)"/.exec(html)?.[1];
  const lost = textOf((await desk.get(ann, `${deskPaths.import}?run=${run}`)).body);
  expect(lost).toContain('This import is not known any more');
  expect(before).toBeGreaterThan(0);
  await expect.poll(kept).toEqual([]);
  await choose(ann, '_id,name,cost\na,A,5\n');
  expect(await kept()).toHaveLength(1);
  await desk.app.close();
  expect((await readdir(folder)).filter((name) => name.startsWith('qkart-import-'))).toEqual([]);
});
