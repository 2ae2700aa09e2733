/** Forms with files, from operators and from strangers. */
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { deskPaths, FORM_TOKEN } from '../../contract/desk.ts';
import { openTestDesk, tokenOf, type Visitor } from './desk.testing.ts';

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
