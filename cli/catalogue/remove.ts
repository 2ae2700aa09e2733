import { takeOut } from '../../server/catalogue/removal.ts';
import { CommandFailed, defineCommand } from '../command.ts';
import { count } from '../numbers.ts';
import { NOTHING_CHANGED, withServices } from './shop.ts';

export const command = defineCommand({
  operands: 'ID...',
  options: {},
  details: `
Either all of the named products are removed or none. Carts keep a line that says so; orders keep what was
bought. The shop may be running. Write -- before an id that begins with a dash.
`,
  onFailure: NOTHING_CHANGED,
  async run({ positionals: ids }) {
    const { removed, missing } = await withServices((services) => takeOut(services, new Set(ids)));
    if (missing.length > 0) {
      const lines = missing.map((id) => `There is no product ${JSON.stringify(id)}.`);
      throw new CommandFailed(lines.join('\n'));
    }
    process.stdout.write(`Removed ${count(removed, 'product')}.\n`);
  },
});
