/** The catalogue's version, at hand in every process. */
import type { Storage } from '../storage/open.ts';
import { readVersion } from './store.ts';

/** Where the database tells of new versions; see its migrations. */
const CHANNEL = 'catalogue_version';

export interface VersionWatch {
  /** The version that was committed last; one from elsewhere is known within milliseconds. */
  current(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Where the database tells of changes, the version is remembered for as long as it does, and asked
 * for otherwise. Where it can't tell, asking costs next to nothing, and is done once for all requests
 * that arrive together.
 */
export function watchVersion({ db, listen }: Pick<Storage, 'db' | 'listen'>): VersionWatch {
  let known: string | undefined;
  /** Counts what makes an answer that is still on its way out of date. */
  let news = 0;
  const listening = listen?.(CHANNEL, {
    async onListening() {
      const asked = ++news;
      const version = await readVersion(db).catch(() => undefined);
      if (asked === news) known = version;
    },
    onMessage(version) {
      news++;
      known = version;
    },
    onLost() {
      news++;
      known = undefined;
    },
  });
  let asked: Promise<string> | undefined;
  const ask = (): Promise<string> => {
    if (asked === undefined) {
      asked = readVersion(db);
      setImmediate(() => {
        asked = undefined;
      });
    }
    return asked;
  };
  return {
    current: async () => known ?? ask(),
    close: async () => listening?.close(),
  };
}
