import { importFile } from '../../server/feeds/import.ts';
import { createFeedCommand } from './feed-command.ts';

export const command = createFeedCommand(
  importFile,
  `
Imports all products of the file or none. A file of more than 20,000 products is written in batches; if
the import is stopped, the same command continues after the last batch. The shop may be running.

The fields of a product are _id, name, category, cost (dollars), rating (0 to 5), image, stock, and active
(true or false; shoppers see active products only). Searches also use brand and description, and prefer
products with a high popularity (a count). A file may also say id, price or categories (broad to narrow).
Defaults: _id is made of brand and name, rating is 0 (not rated yet), stock is unlimited.
docs/catalogue-feeds.md lists the fields of Shopify and Google feeds.
`,
);
