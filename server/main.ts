/** The shop as it is run: pages from the build. What it is made of is loaded once this is said. */
import { enableCompileCache } from 'node:module';

// React takes its slower half, which explains mistakes, unless it is told before it is loaded.
process.env.NODE_ENV ??= 'production';
// Compiled code is kept from one start to the next: a third of the time until the shop answers.
enableCompileCache();
const { startBuilt } = await import('./start-built.ts');
await startBuilt();
