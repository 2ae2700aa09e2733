import { importFile } from '../../server/operations/feeds/import.ts';
import { createFeedCommand } from './feed-command.ts';

export const run = createFeedCommand(importFile);
