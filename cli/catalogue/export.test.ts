import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { feedRecord } from '../../server/operations/feeds/feeds.testing.ts';
import { startQkart } from '../shared/process.testing.ts';
import { catalogue, openCatalogues } from './catalogue.testing.ts';

const { feeds, shopWith } = await openCatalogues();

describe('export', () => {
  const records = [feedRecord('a'), feedRecord('b', { active: false })];

  test('writes a file that an empty shop can import', async () => {
    const INIT_CWD = dirname(await feeds.write('here', ''));
    const env = { ...(await shopWith(...records)), INIT_CWD };
    expect(await catalogue(env, 'export', 'all.csv')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Wrote 2 products, in \d+\.\d s\.\n$/),
    });
    const { stdout } = await catalogue(await shopWith(), 'import', join(INIT_CWD, 'all.csv'));
    expect(stdout).toMatch(/^Read 2 products: 2 added, /);
  });

  test('writes to stdout in the format that --format names', async () => {
    const env = { ...(await shopWith(...records)), PUBLIC_URL: 'https://shop.example.com' };
    const { stdout, stderr } = await catalogue(env, 'export', '-', '--format', 'google-tsv');
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain('\t12.50 USD\thttps://shop.example.com/pictures/a.webp\tin_stock\t');
    expect(stderr).toMatch(/^Wrote 1 product, and left out 1 that is not on sale, in /);
  });

  test('a separate process writes all of it into a pipe', async () => {
    const env = await shopWith(...records);
    const { code, stdout } = await startQkart(['catalogue', 'export', '-'], env).outcome;
    expect([code, stdout.split('\n').length]).toEqual([0, 3]);
  });
});
