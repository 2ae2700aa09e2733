/** The catalogue's version, at hand in every process. */
import type { Storage } from '../storage/open.ts';
import { readVersion } from './store.ts';

/** Where the database tells of new versions; see its migrations. */
const CHANNEL = 'catalogue_version';

export interface VersionWatch {
  /**
   * The version that was committed last; one from elsewhere is known within milliseconds. For requests
   * that have just arrived: where it has to be asked for, one look is for all that arrived together.
   */
  current(): Promise<string>;
  /**
   * The same for everybody else. A look that a timer takes is before requests that arrive in the same
   * turn of the event loop, so it is none for them.
   */
  fresh(): Promise<string>;
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
    fresh: async () => known ?? readVersion(db),
    close: async () => listening?.close(),
  };
}
