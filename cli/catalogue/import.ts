import { importFile } from '../../server/operations/feeds/import.ts';
import { withNewOrExistingShop } from '../shop.ts';
import { createFeedCommand } from './feed-command.ts';

export const run = createFeedCommand(importFile, withNewOrExistingShop);
