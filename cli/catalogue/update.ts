import { updateFile } from '../../server/operations/feeds/import.ts';
import { withShop } from '../shop.ts';
import { createFeedCommand } from './feed-command.ts';

export const run = createFeedCommand(updateFile, withShop);
