import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startQkart } from '../../../cli/process.testing.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { makePackedTexts, makePhoto } from '../pictures/test-pictures.ts';
import { PictureError } from './picture-error.ts';
import { PictureWorker } from './worker.ts';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`;
/** Each flood is kept in a surface of its own: 1.6 GB in all. */
const floods = Array.from({ length: 1_500 }, (_, n) => `<feFlood result="flood${n}"/>`).join('');
const flooded = svg(`<filter id="f">${floods}</filter><path d="M0 0h64v64z" filter="url(#f)"/>`);
/** Each mask is drawn twice as often as the one that refers to it. */
const masks = Array.from({ length: 26 }, (_, n) => {
  const path = `<path d="M0 0h64v64z" fill="#fff" mask="url(#m${n + 1})"/>`;
  return `<mask id="m${n}">${path}${path}</mask>`;
});
const nested = svg(`${masks.join('')}<path d="M0 0h64v64z" mask="url(#m0)"/>`);

function openWorker(secondsMax?: number): PictureWorker {
  const worker = new PictureWorker(secondsMax);
  onTestFinished(() => worker[Symbol.asyncDispose]());
  return worker;
}

const photo = await makePhoto(300, 200);

test.each([
  [
    'memory',
    flooded,
    /^needs more than 420 MB of memory to be read: make it smaller or simpler$/,
    20,
  ],
  ['time', nested, /^takes more than 1 seconds? to be read: make it smaller or simpler$/, 1],
])(
  'a picture that takes too much %s is refused, and the next one is read',
  async (_, hostile, message, seconds) => {
    const worker = openWorker(seconds);
    await worker.run('checkPicture', photo);
    for (let time = 0; time < 2; time++) {
      const refused = worker.run('checkLogo', hostile);
      await expect(refused).rejects.toThrow(PictureError);
      await expect(refused).rejects.toThrow(message);
      expect((await worker.run('encodeProductPicture', photo)).files).toHaveLength(2);
    }
  },
);

test.each(['zTXt', 'iTXt', 'iCCP'] as const)('no %s of a PNG is unpacked', async (type) => {
  const png = makePackedTexts(type);
  expect(png.length).toBeLessThan(1_100_000);
  expect((await openWorker().run('encodeProductPicture', png)).files).toHaveLength(2);
});

test('pictures are read one at a time, and each gets its own reply', async () => {
  const worker = openWorker();
  const sizes = [20, 40, 60, 80];
  const photos = await Promise.all(sizes.map((size) => makePhoto(size, size)));
  const read = await Promise.all(photos.map((file) => worker.run('encodeProductPicture', file)));
  expect(read.map(({ files }) => files[0]?.side)).toEqual(sizes);
});

/** The processes that read pictures for a command. */
function readersOf(parent: number | undefined): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).split(
    '\n',
  );
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, state]) => Number(ppid) === parent && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith(
      'Z',
    );
  } catch {
    return false;
  }
}

test('a command that is killed leaves no process behind', async () => {
  const shop = await openTestShop();
  await shop.sell({ id: 'lamp' });
  const folder = join(await openTestFolder(), 'pictures');
  await mkdir(folder);
  for (let n = 1; n <= 8; n++) {
    await writeFile(join(folder, `lamp-${n}.jpg`), await makePhoto(2_000 + n, 2_000));
  }
  const command = startQkart(['pictures', 'import', folder], shop.database.env);
  let reader = 0;
  await expect
    .poll(() => {
      [reader = 0] = readersOf(command.pid);
      return reader;
    })
    .toBeGreaterThan(0);
  command.kill('SIGKILL');
  await expect.poll(() => isRunning(reader)).toBe(false);
});
