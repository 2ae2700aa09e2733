import { updateFile } from '../../server/feeds/import.ts';
import { createFeedCommand } from './feed-command.ts';

export const command = createFeedCommand(
  updateFile,
  `
The file has the id of each product and any of price, stock and active. Nothing else changes, and no
product is added. All products of the file are changed or none; a file of more than 20,000 products is
written in batches, as in an import. The shop may be running.
`,
);
