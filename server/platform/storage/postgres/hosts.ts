/** The hosts of a PostgreSQL URL, one of which can be written to. */

/** The URL may list several hosts, as in libpq: postgres://user@one:5432,two:5433/shop */
const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/;

/** Whether the text is a PostgreSQL URL that names a database. */
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

/** The hosts in a ring. New connections go to the one that was writable last, or to the next after a failure. */
export class HostRing {
  /** For messages: without user and password. */
  readonly names: string;
  readonly #urls: string[];
  #index = 0;

  /** @param url as `isPostgresUrl` accepts it */
  constructor(url: string) {
    const [, scheme = '', user = '', hosts = '', rest = ''] = URL_PARTS.exec(url) ?? [];
    this.names = hosts || 'localhost';
    this.#urls = this.names.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  }

  get size(): number {
    return this.#urls.length;
  }

  /** URL of the host to try next. */
  get current(): string {
    // The index stays within the list, which has at least one URL.
    return this.#urls[this.#index] as string;
  }

  /** Moves on to the next host, unless another connection has done so already. */
  leave(url: string): void {
    if (url === this.current) this.#index = (this.#index + 1) % this.#urls.length;
  }

  /** Returns to the host of this URL, which can be written to. */
  returnTo(url: string): void {
    this.#index = this.#urls.indexOf(url);
  }
}
