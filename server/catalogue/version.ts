/** The catalogue's version, at hand in every process. */
import { onceATurn } from '../once-a-turn.ts';
import type { Listen, Storage } from '../storage/storage.ts';
import { readVersion } from './store.ts';

/** Where the database tells of new versions; see its migrations. */
const CHANNEL = 'catalogue_version';
/** Who waits longer for a database that doesn't answer is served what was there before: nobody buys by it. */
const PATIENCE_MS = 250;

export interface VersionWatch {
  /**
   * The version that was committed last; one from elsewhere is known within milliseconds. For requests
   * that have just arrived: where it has to be looked for, one look is for all that arrived together.
   */
  current(): string | Promise<string>;
  /**
   * The same for everybody else. A look that a timer takes is before requests that arrive in the same
   * turn of the event loop, so it is none for them.
   */
  fresh(): Promise<string>;
  close(): Promise<void>;
}

/** Of an engine that tells of new ones, or of what is written. */
export function watchVersion({
  db,
  listen,
  writes = () => Number.NaN,
}: Pick<Storage, 'db' | 'listen' | 'writes'>): VersionWatch {
  const read = (): Promise<string> => readVersion(db);
  return listen ? toldVersion(listen, read) : lookedUpVersion(writes, read);
}

/** Read again wherever something was written since: to look for that costs next to nothing. */
function lookedUpVersion(writes: () => number, read: () => Promise<string>): VersionWatch {
  let known = { version: '', writes: Number.NaN };
  const readAt = async (writesNow: number): Promise<string> => {
    const version = await read();
    known = { version, writes: writesNow };
    return version;
  };
  const look = (): string | Promise<string> => {
    const writesNow = writes();
    return writesNow === known.writes ? known.version : readAt(writesNow);
  };
  return { current: onceATurn(look), fresh: async () => look(), close: async () => {} };
}

/**
 * The version is remembered for as long as the database tells of changes, and asked for otherwise.
 * Where it doesn't answer either, the last one that was known is good enough for those who look around.
 */
function toldVersion(listen: Listen, read: () => Promise<string>): VersionWatch {
  let known: string | undefined;
  let lastKnown: string | undefined;
  /** Counts what makes an answer that is still on its way out of date. */
  let news = 0;
  const learn = (version: string | undefined): void => {
    known = version;
    lastKnown = version ?? lastKnown;
  };
  const listening = listen(CHANNEL, {
    async onListening() {
      const asked = ++news;
      const version = await read().catch(() => undefined);
      if (asked === news) learn(version);
    },
    onMessage(version) {
      news++;
      learn(version);
    },
    onLost() {
      news++;
      known = undefined;
    },
  });
  const ask = oneByOne(async () => {
    lastKnown = await read();
    return lastKnown;
  });
  return {
    current: () => known ?? (lastKnown === undefined ? ask() : inTime(ask(), lastKnown)),
    fresh: async () => known ?? read(),
    close: () => listening.close(),
  };
}

/** One question at a time, so that they don't pile up: whoever comes while one is asked shares the next. */
function oneByOne<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let following: Promise<T> | undefined;
  return () => {
    if (following === undefined) {
      const begin = (): Promise<T> => {
        following = undefined;
        return ask();
      };
      following = running.then(begin, begin);
      running = following;
    }
    return following;
  };
}

/** @param otherwise where it fails, or takes longer */
async function inTime<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), PATIENCE_MS);
  });
  const answered = asked.catch(() => otherwise);
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}
