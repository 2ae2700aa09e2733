/** Friday: files and documents, and what the log and the audit say of the week. */
import { expect } from '../shop.ts';
import { download } from './customers.ts';
import { type Document, OPERATOR, type Week } from './week.ts';

/** @param documents of those who are no customers any more */
export async function close(week: Week, documents: Document[]): Promise<void> {
  const { page, hands, desk, logged } = week;
  await week.task('export orders', { presses: 2 }, async () => {
    await hands.section('Orders');
    const text = await download(page, () => hands.link('Export as CSV'));
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Gift card"")"`);
    expect(text).not.toMatch(/(^|,)"?=/m);
  });

  documents.push(...(await week.documentsOf('mila', 'ben', 'cleo', 'dan')));
  const month = documents.at(-1)?.issuedOn.slice(0, 7) ?? '';
  const ofMonth = documents.filter(({ issuedOn }) => issuedOn.startsWith(month));
  await week.task("a month's invoices", { presses: 2 }, async () => {
    await hands.section('Orders');
    await hands.type('Invoices of a month', month);
    await hands.button('Print');
    await expect(page.locator('section')).toHaveCount(ofMonth.length);
    for (const { number } of ofMonth) await expect(page.locator('body')).toContainText(number);
  });
  await page.goBack();

  await week.task('who changed what', { presses: 1 }, async () => {
    await hands.section('Log');
    const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row');
    await expect(rows.filter({ hasText: 'desk at' })).toHaveCount(logged.length);
    for (const action of new Set(logged))
      await expect(rows.getByText(action).first()).toBeVisible();
  });
  const log = JSON.parse(await desk.shop.qkart('log', '--operator', OPERATOR, '--json'));
  expect(log.map(({ action }: { action: string }) => action).reverse()).toEqual(logged);
  expect(await desk.shop.qkart('audit')).toMatch(/All \d+ invariants hold\./);
}
