import type { NodeSqlite } from './database.ts';
import { onceATurn } from './once-a-turn.ts';

/**
 * Keeps a value in memory until anybody commits something, in this process or another one. Whether
 * somebody did costs 5 µs to find out: once for all requests of one turn of the event loop.
 */
export function watchDataVersion(reading: NodeSqlite, read: () => Promise<string>) {
  let known = { value: '', dataVersion: Number.NaN };
  async function readAgain(dataVersion: number): Promise<string> {
    const value = await read();
    known = { value, dataVersion };
    return value;
  }
  const current = onceATurn(() => {
    const dataVersion = reading.dataVersion();
    return dataVersion === known.dataVersion ? known.value : readAgain(dataVersion);
  });
  return { current, close: async () => {} };
}
