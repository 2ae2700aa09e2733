/** The commands `qkart operators …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deskPaths } from '../contract/desk.ts';
import {
  addOperator,
  listOperators,
  type OperatorSummary,
  removeOperator,
  resetOperator,
} from '../server/operations/operators/operators.ts';
import { type List, text, time } from '../server/operations/reports/columns.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { changing, reading } from './shared/action.ts';
import { printList } from './shared/list.ts';
import { readShop, readTimeZone, withShop } from './shared/shop.ts';

export function addOperators(operators: CommandUnknownOpts): void {
  operators.description(
    'Adds, lists and removes the operators who may use the desk, which the shop serves at DESK_PORT.',
  );
  operators
    .command('add <name>')
    .summary('add an operator, and print the link that sets the password')
    .description('Adds an operator. The printed link sets the password once, within 24 hours.')
    .action(changing((name) => printLink(withShop((services) => addOperator(services, name)))));
  operators
    .command('reset <name>')
    .summary('forget password and second factor, and print a new link')
    .description(
      "Forgets an operator's password and second factor, and ends all sessions. The printed link sets a new password.",
    )
    .action(changing((name) => printLink(withShop((services) => resetOperator(services, name)))));
  operators
    .command('remove <name>')
    .summary('remove an operator, and end all sessions')
    .description('Removes an operator, and ends all sessions. What the log says of them stays.')
    .action(
      changing(async (name) => {
        await withShop((services) => removeOperator(services, name));
        process.stdout.write(`${name} is no operator any more.\n`);
      }),
    );
  operators
    .command('list')
    .summary('list the operators')
    .description('Lists the operators by name.')
    .option('--json', 'print a JSON array')
    .action(
      reading(({ json }) =>
        readShop(async (db) => {
          const timeZone = await readTimeZone(db);
          await printList([await listOperators(db)], operatorList, { json, timeZone });
        }),
      ),
    );
}

const operatorList: List<OperatorSummary> = {
  columns: [
    text('name', ({ name }) => name),
    time('since', ({ since }) => since),
    text('login', describeLogin, { key: 'login' }),
    time('seen', ({ seenAt }) => seenAt),
  ],
  none: 'There are no operators: qkart operators add NAME adds one.',
};

function describeLogin({ hasPassword, hasSecondFactor }: OperatorSummary): string {
  if (!hasPassword) return 'link not used';
  return hasSecondFactor ? 'password and code' : 'password';
}

/** The address of the desk is known only if it is configured here, too. */
async function printLink(adding: Promise<string>): Promise<void> {
  const link = `${deskPaths.join}?link=${await adding}`;
  const { desk } = readConfig(process.env);
  process.stdout.write(
    desk === undefined
      ? `The desk is off: set DESK_PORT, and start the shop. Then open this path there, within 24 hours:\n${link}\n`
      : `Open this link within 24 hours. It works once:\n${desk.url}${link}\n`,
  );
}
