/** The shop as it is run: pages from the build. */
import { builtPages } from './pages/built.ts';
import { start } from './start.ts';

await start(builtPages);
