/** The identity that a server shows. */
import type { PageShop } from '../../../contract/pages.ts';
import type { AppServices } from '../../platform/services.ts';
import { type IdentityFile, IdentityFiles } from './files.ts';
import { pageShopOf } from './page-shop.ts';
import { readIdentity, readIdentityVersion } from './store.ts';

export interface ShownIdentity {
  /** Empty without an identity. */
  version: string;
  /** What the pages show of it. */
  shop: PageShop | undefined;
  files: IdentityFiles;
}

/** Reads the identity when the catalogue has a new version, which each change of the identity writes. */
export class IdentityCache {
  readonly #services: Pick<AppServices, 'db' | 'catalogueVersion'>;
  #seen: string | undefined;
  #shown: ShownIdentity = { version: '', shop: undefined, files: new IdentityFiles() };

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

  /** A page of another server may name a file before this one has seen the new version. */
  async findFile(name: string): Promise<IdentityFile | undefined> {
    const { files } = await this.current();
    const file = files.find(name);
    if (file !== undefined) return file;
    await this.#refresh();
    return this.#shown.files.find(name);
  }

  async #refresh(): Promise<void> {
    const { db } = this.#services;
    const version = await readIdentityVersion(db);
    if (version === this.#shown.version) return;
    const identity = await readIdentity(db);
    const files = new IdentityFiles();
    this.#shown = { version, files, shop: identity && pageShopOf(identity, files) };
  }
}
