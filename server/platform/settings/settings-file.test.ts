import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { packageFolder } from './package-folder.ts';
import { findUnknownSettings } from './settings-file.ts';

test('a name that is no setting is reported with its line', () => {
  const text =
    '# the shop\nPORT=80\n\nDATABASE_ULR=x\n export webhook_url = y\nCOLOUR=red\r\nDATABASE_ULR=z\n';
  expect(findUnknownSettings(text)).toEqual([
    'qkart.env line 4: DATABASE_ULR is no setting of the shop.',
    'qkart.env line 5: webhook_url is no setting of the shop.',
    'qkart.env line 6: COLOUR is no setting of the shop.',
  ]);
});

test('settings of the shop, of Node and of PostgreSQL are known, and lines of a value are none', () => {
  const lines = settingNames.map((name) => `${name}=1\n`).join('');
  const others = 'NODE_OPTIONS=\nPGPASSWORD=x\nTZ=UTC\nOLD_DATABASE_URL=postgres://x\n';
  expect(findUnknownSettings(`${lines}${others}LOG_LEVEL="a\nNOTHING=1\n"\n`)).toEqual([]);
});

test('the README describes every setting', async () => {
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  expect(settingNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
