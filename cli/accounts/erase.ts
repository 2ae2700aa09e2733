import { createInterface } from 'node:readline/promises';
import { eraseAccount } from '../../server/operations/accounts/erase.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { withShop } from '../shop.ts';

export async function run(name: string, { yes }: { yes?: true }): Promise<void> {
  if (!yes) await confirm(name);
  const { pseudonym, isLogEmpty } = await withShop((services, storage) =>
    eraseAccount(services, storage, name),
  );
  process.stdout.write(
    `Erased ${toVisibleJson(name)}. The orders are those of ${pseudonym} now.\n`,
  );
  if (isLogEmpty) return;
  process.stdout.write(
    'Old copies stay in the log of the database until it is written over, because another process is reading it.\n',
  );
}

/** @throws OperatorError unless the operator types the name again */
async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError('Add --yes: nobody can be asked here.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal
    .question(`Type the name again to erase ${toVisibleJson(name)}: `)
    .finally(() => terminal.close());
  if (typed !== name) throw new OperatorError('That is another name.');
}
