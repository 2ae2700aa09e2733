/** Tables as spreadsheets, other shops and their tools write them. */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openTable } from '../../../../packages/product-feeds/index.ts';
import { findProductRows } from '../../../shop/catalogue/store.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { openTestFeeds } from '../feeds.testing.ts';
import { importFile } from '../import.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();

async function importText(text: string, name = 'a.csv') {
  await services.db.deleteFrom('products').execute();
  return importFile(services, await feeds.write(name, text));
}

const cup = { id: 'cup', name: 'Tea cup', category: 'Cups', cost_cents: 1_250, image: '/cup.png' };
const header = '_id,name,category,cost,image';
const row = 'cup,Tea cup,Cups,12.50,/cup.png';
const withSemicolons = (text: string): string => text.replaceAll(',', ';');

test('a header of many columns without a name costs no time in each row', async () => {
  const rows = `${row}\n`.repeat(20_000);
  const timeWith = async (firstLine: string) => {
    const before = process.threadCpuUsage();
    const table = await openTable(Readable.from([Buffer.from(`${firstLine}\n${rows}`)]));
    let read = 0;
    for await (const one of table.read()) read += 'cells' in one ? 1 : 0;
    expect(read).toBe(20_000);
    return process.threadCpuUsage(before).user;
  };
  const usual = await timeWith(header);
  expect(await timeWith(header + ','.repeat(200_000))).toBeLessThan(10 * usual);
});

test('an announced separator before a long run of tabs takes no time that grows with their square', async () => {
  const before = process.threadCpuUsage();
  await importText(`sep=;${'\t'.repeat(200_000)}x\n${header}\n${row}\n`);
  expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
});

test.each([
  ['semicolons', withSemicolons(`${header}\n${row}\n`)],
  ['semicolons and decimal commas', withSemicolons(`${header}\n${row}\n`).replace('.50', ',50')],
  ['tabs', `${header}\n${row}\n`.replaceAll(',', '\t')],
  ['vertical bars', `${header}\n${row}\n`.replaceAll(',', '|')],
  ['a line that announces the separator', withSemicolons(`sep=;\n${header}\n${row}\n`)],
  ['a quoted one, with Windows line breaks', withSemicolons(`"sep=;"\r\n${header}\r\n${row}\r\n`)],
  ['carriage returns only', `${header}\r${row}\r`],
  ['carriage returns only, without one at the end', `${header}\r${row}`],
  ['carriage returns only, also in a cell', `${header}\rcup,"Tea\rcup",Cups,12.50,/cup.png\r`],
  ['columns without a name, and empty cells in them', `${header},,\n${row},,\n`],
  ['a column without a name, and values in it', `,${header}\n0,${row}\n`],
  ['columns without a name, and rows that end before', `${header},,\n${row}\n`],
  ['empty cells behind the header’s', `${header}\n${row},,,\n`],
  ['rows without their empty cells at the end', `${header},stock,rating\n${row}\n`],
  ['a title above the header', `My shop\n\n${header}\n${row}\n`],
  ['a title in the first of many cells', `My shop,,,,\n${header}\n${row}\n`],
  ['a title with a comma', `Prices, May 2026\n${withSemicolons(`${header}\n${row}`)}\n`],
  [
    'many commas in its texts',
    '_id;name;cost;description;category;image\ncup;Tea cup;12.50;a,b,c,d,e,f,g,h,i;Cups;/cup.png\n',
  ],
  ['comments above the header', `# Exported, today; by hand\n#v2\n${header}\n${row}\n`],
  ['rows of empty cells', `${header}\n,,,,\n${row}\n , ,,,\n,,,,\n`],
  ['names of columns that have other separators', `${header},a;b;c;d\n${row},\n`],
  ['names of columns with separators in quotes', `${header},"a;b;c;d;e;f;g"\n${row},\n`],
])('a table with %s is imported', async (_what, text) => {
  expect(await importText(text)).toMatchObject({ read: 1, added: 1, problems: [] });
  expect(await findProductRows(services.db, ['cup'])).toMatchObject([cup]);
});

describe('amounts in a table with semicolons', () => {
  test.each([
    ['1.234,50', 123_450],
    ['1234,5', 123_450],
    ['12', 1_200],
    ['12.50', 1_250],
    ['1,234.50', 123_450],
    ['1 234,50', 123_450],
    ['$12.50', 1_250],
    ['12,50 USD', 1_250],
    [',99', 99],
    ['1.234.567,00', undefined],
    ['1.234', undefined],
    ['1,234', undefined],
    ['12,50 €', undefined],
    ['1.2.3', undefined],
  ])('%s', async (cost, cents) => {
    const report = await importText(`_id;name;cost;category;image\ncup;Cup;${cost};Cups;/a\n`);
    const rows = await findProductRows(services.db, ['cup']);
    expect(rows.map(({ cost_cents }) => cost_cents)).toEqual(cents === undefined ? [] : [cents]);
    expect(report.problems.map(({ field }) => field)).toEqual(cents === undefined ? ['cost'] : []);
  });

  test('a comma in other texts stays, and so do ratings', async () => {
    const table = '_id;name;cost;category;image;rating\ncup;"1,5";1,5;7,25;/a,5;4,5\n';
    expect(await importText(table)).toMatchObject({ problems: [] });
    expect(await findProductRows(services.db, ['cup'])).toMatchObject([
      { name: '1,5', cost_cents: 150, category: '7,25', image: '/a,5', rating_halves: 9 },
    ]);
  });
});

test('a line with a misplaced quote is one problem, whatever stands in other cells', async () => {
  const text = `${header}\na,"5" wide",Cups,1,/a\nb,"""Best"" 5"" cup",Cups,1,/b\nc,5" wide,Cups,1,/c\n`;
  const file = await feeds.write('a.csv', text);
  await services.db.deleteFrom('products').execute();
  expect((await importFile(services, file)).problems).toEqual([
    { line: 2, message: 'has a quote where none may be' },
  ]);
  await importFile(services, file, { skipInvalid: true });
  expect(await findProductRows(services.db, ['b', 'c'])).toMatchObject([
    { name: '"Best" 5" cup' },
    { name: '5" wide' },
  ]);
});

test('lines are counted as in the file, whatever ends them', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = ['sep=,', '', header, row, ',,,,', '', 'b,Bowl,Bowls,free,/b.png', ''];
    const { problems } = await importText(lines.join(end));
    expect(problems).toMatchObject([{ line: 7, field: 'cost' }]);
  }
});

test('a long table with carriage returns only is imported', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => `p${n},Cup ${n},Cups,1,/${n}.png\r`);
  const file = await feeds.write('a.csv', `${header}\r${rows.join('')}`);
  expect(await importFile(services, file, { dryRun: true })).toMatchObject({
    read: 30_000,
    problems: [],
  });
});

test('a cell with a value under no column is a problem of its row', async () => {
  expect(await importText(`${header}\n${row},,more\n`)).toMatchObject({
    problems: [{ line: 2, message: 'must have 5 cells like the header, not 7' }],
  });
});

test.each([
  [
    'a workbook',
    Buffer.from('PK\x03\x04\x14\x00\x06\x00\x08\x00', 'latin1'),
    'is a workbook or an archive; in the spreadsheet, save it as “CSV UTF-8”',
  ],
  [
    'an old workbook',
    Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
    'is a workbook or an archive; in the spreadsheet, save it as “CSV UTF-8”',
  ],
  ['a compressed table', gzipSync(`${header}\n${row}\n`), 'is compressed; unpack it with gunzip'],
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'), 'is a PDF document'],
  [
    'the page of a login',
    Buffer.from('\ufeff\n<!DOCTYPE html>\n<html lang="en"><title>Log in</title>\n'),
    'is a page in HTML; log in to where it comes from, and download it again',
  ],
  [
    'UTF-16 without a mark',
    Buffer.from(`${header}\n${row}\n`, 'utf16le'),
    'is UTF-16; save it as UTF-8, in a spreadsheet as “CSV UTF-8”',
  ],
  [
    'UTF-16 without a mark, with the high byte first',
    Buffer.from(`${header}\n${row}\n`, 'utf16le').swap16(),
    'is UTF-16; save it as UTF-8, in a spreadsheet as “CSV UTF-8”',
  ],
  [
    'UTF-16',
    Buffer.from('\uFEFF_id,name\n', 'utf16le'),
    'is UTF-16; save it as UTF-8, in a spreadsheet as “CSV UTF-8”',
  ],
  [
    'another encoding',
    Buffer.from(`${header}\ncup,Caf\xe9 cup,Cups,1,/a\n`, 'latin1'),
    'is not UTF-8; save it as UTF-8, in a spreadsheet as “CSV UTF-8”',
  ],
])(
  '%s is refused with a sentence that says how to save the file',
  async (_what, bytes, message) => {
    const file = await feeds.write('a.csv', bytes);
    const { problems } = await importFile(services, file);
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  },
);
