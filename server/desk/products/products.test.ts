/** Products at the desk: how they are found, and what the forms of their pages do. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { beforeOf, deskPaths, FORM_TOKEN, productDeskPath } from '../../../contract/desk.ts';
import { setProduct } from '../../operations/feeds/apply/set-product.ts';
import { openTestDesk, textOf, tokenOf } from '../desk.testing.ts';

const desk = await openTestDesk();
const { shop } = desk;
const { db } = shop.services;
const ann = await desk.join('Ann');
await shop.sell({ id: 'oak 1/2', name: 'Oak <i>shelf</i>', costCents: 1_250, stock: 4 });
await shop.sell({ id: 'old', name: 'Old oak shelf', active: false });
await shop.sell({ id: 'pine', name: 'Pine shelf', stock: 40 });
const url = productDeskPath('pine');

const find = async (query: string) =>
  textOf((await desk.get(ann, deskPaths.products + query)).body);
const productOf = (id: string) =>
  db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const hiddenIn = (html: string) =>
  new Map(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Sends a form of the page as it is now, or as it was. */
async function send(fields: Record<string, string>, { html = '', to = url } = {}) {
  const shown = html || (await desk.get(ann, to)).body;
  const hidden = hiddenIn(shown);
  const name =
    fields.name === undefined ? {} : { [beforeOf('name')]: hidden.get('before-name') ?? '' };
  const form = { ...name, key: hidden.get('key') ?? '', token: tokenOf(shown), ...fields };
  return desk.send(ann, { method: 'POST', url: to, form });
}

const entries = (subject: string) =>
  db.selectFrom('operator_log').selectAll().where('subject', '=', subject).orderBy('id').execute();

test('products are found as shoppers find them, by id, off sale, and by a low stock', async () => {
  expect(await find('?q=oak shelfs')).toContain('Oak <i>shelf</i>');
  // What is found alone is opened.
  const open = async (text: string) =>
    (await desk.get(ann, `${deskPaths.products}?q=${text}`)).headers.location;
  expect(await open('oak 1/')).toBe(productDeskPath('oak 1/2'));
  expect(await find('?q=old')).toContain('Old oak shelf');
  expect(await find('?stock=low')).toMatch(/Oak <i>shelf/);
  expect(await find('?stock=low')).not.toContain('Pine');
  expect(await find('?sale=off')).toContain('Old oak');
  expect(await find('?sale=off')).not.toContain('Pine');
  const page = await desk.get(ann, productDeskPath('oak 1/2'));
  expect(page.body).not.toContain('<i>');
  expect((await desk.get(ann, productDeskPath('nothing'))).statusCode).toBe(404);
});

test('a product is added, off sale, unless there is one of its name', async () => {
  const add = async (fields: Record<string, string>) => {
    const reply = await desk.post(ann, deskPaths.products, { intent: 'add', ...fields });
    const { location } = reply.headers;
    return textOf(location ? (await desk.get(ann, String(location))).body : reply.body);
  };
  const form = { name: ' Clay Mug ', cost: '5,50', category: 'Mugs', stock: '12' };
  expect(await add({ ...form, cost: 'much', stock: '-1' })).toMatch(
    /Price in dollars must be .*Stock must be /s,
  );
  expect(await add({ name: '', cost: '5' })).toContain('Name is missing');
  expect(await add(form)).toMatch(/Clay Mug is added.*not on sale.*\$5\.50/s);
  const row = { name: 'Clay Mug', cost_cents: 550, category: 'Mugs', stock: 12, active: 0 };
  expect(await productOf('clay-mug')).toMatchObject(row);
  expect(await add({ ...form, cost: '1' })).toContain('There is a product clay-mug already');
  expect(await productOf('clay-mug')).toMatchObject(row);
});

test('a page shows the price, and those of its variants', async () => {
  await shop.sell({ id: 'mug-s', name: 'Mug, S', costCents: 950 });
  await shop.sell({ id: 'mug-l', name: 'Mug, L', costCents: 1_200 });
  await db.updateTable('products').set({ group_id: 'mug' }).where('id', 'like', 'mug-_').execute();
  const shown = async (id: string) => (await desk.get(ann, productDeskPath(id))).body;
  expect(await shown('oak 1/2')).toContain('<strong>$12.50</strong>');
  expect(await shown('mug-s')).toContain('<strong>$9.50, its variants $9.50 to $12</strong>');
});

test('stock changes by units, once however often the form is sent, with its reason in the log', async () => {
  const html = (await desk.get(ann, url)).body;
  const more = { intent: 'stock', units: '+12', reason: 'Delivery 7' };
  await Promise.all([send(more, { html }), send(more, { html })]);
  await send(more, { html });
  expect(await productOf('pine')).toMatchObject({ stock: 52 });
  await send({ intent: 'stock', units: '−2' });
  expect(await productOf('pine')).toMatchObject({ stock: 50 });
  await send({ intent: 'stock', counted: '7' });
  expect(await productOf('pine')).toMatchObject({ stock: 7 });
  await send({ intent: 'stock', isCounted: 'no' });
  expect(await productOf('pine')).toMatchObject({ stock: null });
  const log = await entries('pine');
  expect(log.map(({ operator, after }) => [operator, JSON.parse(after ?? '')])).toEqual([
    ['Ann', { stock: 52, reason: 'Delivery 7' }],
    ...[50, 7, null].map((stock) => ['Ann', { stock }]),
  ]);
  const refused = await send({ intent: 'stock', units: 'a few' });
  expect(textOf(refused.body)).toContain('is no number of units');
});

test('a field is edited, and put on and off sale', async () => {
  const edited = await send({ intent: 'edit', name: 'Pine shelf, 80 cm' });
  expect([edited.statusCode, edited.headers.location]).toEqual([303, url]);
  await send({ intent: 'sale', active: 'no' });
  expect(textOf((await desk.get(ann, url)).body)).toContain('Changed: on sale yes → no.');
  expect(await productOf('pine')).toMatchObject({ name: 'Pine shelf, 80 cm', active: 0 });
  expect(textOf((await desk.get(ann, url)).body)).toContain('Put on sale');
  await send({ intent: 'sale', active: 'yes' });
  expect(await productOf('pine')).toMatchObject({ active: 1 });
});

test('the last change is taken back, unless something else has become of it', async () => {
  await shop.sell({ id: 'elm', name: 'Elm shelf', costCents: 3_000, stock: 9 });
  const to = productDeskPath('elm');
  /** Sends the form that takes the last change back. */
  const undo = async () => {
    const [, form = ''] = (await desk.get(ann, to)).body.split(/(<form[^>]*>(?:(?!<form).)*Undo)/);
    expect(form).not.toBe('');
    return send(Object.fromEntries(hiddenIn(form)), { to });
  };
  await send({ intent: 'edit', cost: '25', [beforeOf('cost')]: '30', name: 'Elm' }, { to });
  expect(textOf((await desk.get(ann, to)).body)).toMatch(
    /Undo ?Back: Name Elm → Elm shelf, Price \$25 → \$30/,
  );
  await undo();
  expect(await productOf('elm')).toMatchObject({ cost_cents: 3_000, name: 'Elm shelf' });
  // Pressing once more does not bring the change back.
  expect((await desk.get(ann, to)).body).not.toContain('Undo');
  await send({ intent: 'stock', units: '+5' }, { to });
  // Two are sold.
  await db.updateTable('products').set({ stock: 12 }).where('id', '=', 'elm').execute();
  await undo();
  expect(await productOf('elm')).toMatchObject({ stock: 7 });
  await send({ intent: 'sale', active: 'no' }, { to });
  const [early = ''] = (await desk.get(ann, to)).body.split('Undo');
  await undo();
  expect(await productOf('elm')).toMatchObject({ active: 1 });
  const late = await send(Object.fromEntries(hiddenIn(early)), { to });
  expect(textOf(late.body)).toContain(
    'Ann has changed this product since. Nothing was taken back.',
  );
  await send({ intent: 'stock', units: '+1' }, { to });
  const tooMany = await send({ intent: 'stock', units: '-99' }, { to });
  expect(textOf(tooMany.body)).toContain('There are only 8.');
  expect(await productOf('elm')).toMatchObject({ stock: 8 });
  await send({ intent: 'edit', name: 'Elm 2' }, { to });
  await db.updateTable('products').set({ name: 'Elm 3' }).where('id', '=', 'elm').execute();
  expect((await desk.get(ann, to)).body).not.toContain('Undo');
});

test('a field that somebody changed meanwhile is not overwritten, and what was typed stays', async () => {
  const html = (await desk.get(ann, url)).body;
  const operator = { name: 'Bea', origin: 'command' };
  const cost = (value: string) => new Map([['cost', { name: 'price', value }]] as const);
  await setProduct({ ...shop.services, operator }, 'pine', cost('20'));
  const before = { [beforeOf('cost')]: '10', [beforeOf('brand')]: '' };
  const sent = { intent: 'edit', ...before, cost: '12', brand: 'Forest' };
  const late = await send(sent, { html });
  expect(textOf(late.body)).toContain('Price is "20" by now, and was "10".');
  expect(textOf(late.body)).toContain('Bea was the last to change this product.');
  expect(late.body).toContain('value="Forest"');
  expect(await productOf('pine')).toMatchObject({ cost_cents: 2_000, brand: '' });
  // What the operator didn't touch is no conflict.
  await send({ ...sent, cost: '10' }, { html });
  expect(await productOf('pine')).toMatchObject({ cost_cents: 2_000, brand: 'Forest' });
});

test('a wrong form is refused in a sentence, and changes nothing', async () => {
  const before = await productOf('pine');
  for (const [fields, problem] of [
    [{ intent: 'edit', cost: 'free', [beforeOf('cost')]: '20' }, 'must be an amount'],
    [{ intent: 'edit', name: '' }, 'Name: '],
    [{ intent: 'stock', counted: '-1' }, 'stock: must be'],
    [{ intent: 'sale', active: 'perhaps' }, 'active: must be'],
    [{ intent: 'add-pictures' }, 'Choose one or more pictures.'],
    [{ intent: 'erase' }, 'Load the page again'],
  ] as const) {
    const { statusCode, body } = await send(fields);
    expect([statusCode, textOf(body)]).toEqual([200, expect.stringContaining(problem)]);
  }
  expect(await productOf('pine')).toEqual(before);
});

const picture = (background: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

test('pictures are dropped onto a product, put in order and taken out', async () => {
  const drop = async (files: readonly (readonly [string, Buffer])[]) => {
    const form = new FormData();
    form.append(FORM_TOKEN, tokenOf((await desk.get(ann, url)).body));
    form.append('intent', 'add-pictures');
    for (const [name, bytes] of files) {
      form.append('pictures', new Blob([new Uint8Array(bytes)]), name);
    }
    return desk.send(ann, { method: 'POST', url, form });
  };
  const names = async () =>
    hiddenIn((await desk.get(ann, url)).body)
      .get('before')
      ?.split(' ');
  const wrong = await drop([
    ['good.jpg', await picture('red')],
    ['a=1.jpg', Buffer.from('no picture')],
  ]);
  expect(textOf(wrong.body)).toMatch(/"a=1.jpg" .*No picture was added/s);
  await drop([
    ['one.jpg', await picture('red')],
    ['two.jpg', await picture('blue')],
  ]);
  const [red = '', blue = ''] = (await names()) ?? [];
  const before = `${red} ${blue}`;
  const shown = await desk.get(ann, url);
  const [, address = ''] = /<img src="([^"]+)"/.exec(shown.body) ?? [];
  expect((await desk.get(ann, address)).headers['content-type']).toBe('image/webp');
  await send({ intent: 'arrange', before, pictures: `${blue} ${red}` });
  expect(await names()).toEqual([blue, red]);
  expect(await productOf('pine')).toMatchObject({ picture: blue });
  const late = await send({ intent: 'arrange', before, pictures: red });
  expect(textOf(late.body)).toContain('Somebody has changed the pictures meanwhile');
  await send({ intent: 'arrange', before: `${blue} ${red}`, pictures: blue });
  expect(await names()).toEqual([blue]);
});
