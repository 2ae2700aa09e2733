/** The shop as it is run: pages from the build. */
import './production.ts';
import { builtPages } from './pages/built.ts';
import { start } from './start.ts';

await start(builtPages);
