/** The identity that a server shows. */
import type { PageShop } from '../../../contract/pages.ts';
import type { AppServices } from '../../platform/services.ts';
import { pageShopOf } from './rules.ts';
import { readIdentity, readIdentityVersion } from './store.ts';

export interface ShownIdentity {
  /** Empty without an identity. */
  version: string;
  /** What the pages show of it. */
  shop: PageShop | undefined;
}

/** Reads the identity when the catalogue has a new version, which each change of the identity writes. */
export class IdentityCache {
  readonly #services: Pick<AppServices, 'db' | 'catalogueVersion'>;
  #seen: string | undefined;
  #shown: ShownIdentity = { version: '', shop: undefined };

  constructor(services: Pick<AppServices, 'db' | 'catalogueVersion'>) {
    this.#services = services;
  }

  async current(): Promise<ShownIdentity> {
    const catalogueVersion = await this.#services.catalogueVersion();
    if (catalogueVersion !== this.#seen) {
      await this.#refresh();
      this.#seen = catalogueVersion;
    }
    return this.#shown;
  }

  async #refresh(): Promise<void> {
    const { db } = this.#services;
    const version = await readIdentityVersion(db);
    if (version === this.#shown.version) return;
    const identity = await readIdentity(db);
    this.#shown = { version, shop: identity && pageShopOf(identity) };
  }
}
