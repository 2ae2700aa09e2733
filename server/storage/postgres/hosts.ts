/** The hosts of a PostgreSQL URL, one of which is the one to write to. */

/** A part of the URL may hold several hosts, as libpq has it: postgres://user@one:5432,two:5433/shop */
const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/;

/** Whether it is a PostgreSQL URL that names a database. */
export function isPostgresUrl(text: string): boolean {
  const [, scheme, user = '', hosts = '', rest] = URL_PARTS.exec(text) ?? [];
  return (
    scheme !== undefined &&
    hosts.split(',').every((host) => {
      const url = `${scheme}${user}${host || 'localhost'}${rest}`;
      return URL.canParse(url) && new URL(url).pathname.length > 1;
    })
  );
}

/** Remembers which host was writable last, so that every new connection begins there. */
export class HostRing {
  /** For people: without user and password. */
  readonly names: string;
  readonly #urls: string[];
  readonly #listeners: ((url: string) => void)[] = [];
  #index = 0;
  #writable: string | undefined;

  /** @param url as `isPostgresUrl` accepts it */
  constructor(url: string) {
    const [, scheme = '', user = '', hosts = '', rest = ''] = URL_PARTS.exec(url) ?? [];
    this.names = hosts || 'localhost';
    this.#urls = this.names.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  }

  get size(): number {
    return this.#urls.length;
  }

  /** URL of the host that is thought to be writable. */
  get current(): string {
    return this.#urls[this.#index] as string;
  }

  /** The host of this URL is gone or only reads: another one is next, unless one was found already. */
  leave(url: string): void {
    if (url === this.current) this.#index = (this.#index + 1) % this.#urls.length;
  }

  /** The host of this URL can be written to: from now on it is the one. */
  found(url: string): void {
    if (url === this.#writable) return;
    this.#writable = url;
    this.#index = this.#urls.indexOf(url);
    for (const listener of this.#listeners) listener(url);
  }

  /** Told the URL whenever another host than before is found to be the one to write to. */
  onFound(listener: (url: string) => void): void {
    this.#listeners.push(listener);
  }
}
