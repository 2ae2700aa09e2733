import type { NodeSqlite } from './database.ts';

/** Keeps a value in memory until anybody commits something, in this process or another one. */
export function watchDataVersion(reading: NodeSqlite, read: () => Promise<string>) {
  let known = { value: '', dataVersion: Number.NaN };
  async function readAgain(dataVersion: number): Promise<string> {
    const value = await read();
    known = { value, dataVersion };
    return value;
  }
  const current = (): string | Promise<string> => {
    const dataVersion = reading.dataVersion();
    return dataVersion === known.dataVersion ? known.value : readAgain(dataVersion);
  };
  return { current, close: async () => {} };
}
