/** Forms with files, from operators and from strangers. */
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { beforeOf, deskPaths, FORM_TOKEN, productDeskPath } from '../../contract/desk.ts';
import { removeOperator } from '../operations/operators/operators.ts';
import { readIdentity } from '../shop/identity/store.ts';
import { HOST, openTestDesk, tokenOf, type Visitor } from './desk.testing.ts';

const folder = await mkdtemp(join(tmpdir(), 'qkart-uploads-'));
vi.stubEnv('TMPDIR', folder);
const desk = await openTestDesk();
const ann = await desk.join('Ann');

async function upload(visitor: Visitor, url: string, token: string, files: readonly Blob[]) {
  const form = new FormData();
  form.append(FORM_TOKEN, token);
  for (const file of files) form.append('file', file, 'a.csv');
  return desk.send(visitor, { method: 'POST', url, form });
}

const tokenOfPage = async () => tokenOf((await desk.get(ann, deskPaths.today)).body);

test('a form with files needs a session and its token', async () => {
  const stranger = { cookies: new Map() };
  const file = new Blob(['id,name']);
  const unknown = await upload(stranger, deskPaths.login, '', [file]);
  expect([unknown.statusCode, unknown.body]).toEqual([403, 'Log in first.']);
  expect((await upload(stranger, deskPaths.today, '', [file])).statusCode).toBe(303);
  const forged = await upload(ann, deskPaths.today, 'another', [file]);
  expect([forged.statusCode, forged.body]).toEqual([
    403,
    expect.stringContaining('form is too old'),
  ]);
});

test('too many files, too large ones and what is no form are refused, and nothing is kept', async () => {
  const token = await tokenOfPage();
  const many = Array.from({ length: 21 }, () => new Blob(['x']));
  const large = [new Blob([Buffer.alloc(30 * 1_024 * 1_024 + 1)])];
  for (const files of [many, large]) {
    const reply = await upload(ann, deskPaths.today, token, files);
    expect([reply.statusCode, reply.body]).toEqual([
      403,
      'That is too much: at most 20 files of 30 MB.',
    ]);
  }
  const broken = { method: 'POST', url: deskPaths.today, form: { token } } as const;
  const isMultipart = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await desk.send(ann, broken, isMultipart)).statusCode).toBe(403);
  const kept = (await readdir(folder, { recursive: true })).filter((name) =>
    name.startsWith('qkart-desk-'),
  );
  expect(kept).toHaveLength(1);
});

test('a form whose session ends while it is sent changes nothing', async () => {
  await desk.shop.sell({ id: 'rug', name: 'Rug', costCents: 100, stock: 5 });
  const bea = await desk.join('Bea');
  const page = productDeskPath('rug');
  const form = new FormData();
  const fields = {
    token: tokenOf((await desk.get(bea, page)).body),
    intent: 'stock',
    counted: '9',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const slow = new PassThrough();
  slow.write(body.subarray(0, 9));
  const reply = desk.app.inject({
    method: 'POST',
    url: page,
    headers: {
      host: HOST,
      origin: `http://${HOST}`,
      cookie: `desk=${bea.cookies.get('desk')}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: slow,
  });
  await vi.waitUntil(() => slow.readableLength === 0);
  await removeOperator(desk.shop.services, 'Bea');
  slow.end(body.subarray(9));
  expect(await reply).toMatchObject({ statusCode: 403, body: 'Log in first.' });
});

test('a text that is too long is refused, and none is cut off', async () => {
  const form = new FormData();
  const token = await tokenOfPage();
  for (const [name, value] of Object.entries({ token, intent: 'identity' }))
    form.append(name, value);
  // The longest text of a shop: of each character, three bytes.
  form.append('legal.imprint', `# I\n${'字'.repeat(99_996)}`);
  form.append(beforeOf('legal.imprint'), '');
  form.append('name', 'Birch');
  form.append(beforeOf('name'), '');
  const send = () => desk.send(ann, { method: 'POST', url: deskPaths.shop, form });
  expect((await send()).statusCode).toBe(303);
  const identity = await readIdentity(desk.shop.services.db);
  expect(identity?.legal?.imprint).toHaveLength(100_000);
  form.set('legal.terms', '字'.repeat(200_000));
  const refused = await send();
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    expect.stringContaining('A text is too long'),
  ]);
});

test('a form has as many fields as the largest page needs', async () => {
  const form = new FormData();
  form.append(FORM_TOKEN, await tokenOfPage());
  for (let field = 0; field < 100; field++) form.append(`field-${field}`, 'x');
  const reply = await desk.send(ann, { method: 'POST', url: deskPaths.shop, form });
  expect([reply.statusCode, reply.body]).toEqual([403, expect.stringContaining('too much')]);
});
