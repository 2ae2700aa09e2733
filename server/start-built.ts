import { builtPages } from './shop/pages/built.ts';
import { start } from './start.ts';

export const startBuilt = (): Promise<void> => start(builtPages);
