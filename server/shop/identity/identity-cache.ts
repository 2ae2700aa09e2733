/** The identity that a server shows. */

import type { AppServices } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { IdentityFile } from './files.ts';
import type { ShownIdentity } from './show.ts';
import { readIdentityVersion, readWholeIdentity, type WholeIdentity } from './store.ts';

const none: ShownIdentity = {
  shop: undefined,
  texts: [],
  files: { find: () => undefined },
  carriers: [],
};

interface IdentityOptions
  extends Pick<AppServices, 'db' | 'catalogueVersion'>,
    Pick<Config, 'publicUrl'> {}

/** Reads the identity when the catalogue has a new version, which each change of the identity writes. */
export class IdentityCache {
  readonly #services: IdentityOptions;
  #seen: string | undefined;
  #version = '';
  #shown = none;

  constructor(services: IdentityOptions) {
    this.#services = services;
  }

  /** @returns the identity, and its version, which is empty without one */
  async current(): Promise<ShownIdentity & { version: string }> {
    const catalogueVersion = await this.#services.catalogueVersion();
    if (catalogueVersion !== this.#seen) {
      await this.#refresh();
      this.#seen = catalogueVersion;
    }
    return { ...this.#shown, version: this.#version };
  }

  /**
   * A page of another server may name a file before this one has seen the new version.
   * @param beforeReading called before a file that is not cached is read from the database
   */
  async findFile(name: string, beforeReading: () => void): Promise<IdentityFile | undefined> {
    const { files } = await this.current();
    const file = files.find(name);
    if (file !== undefined) return file;
    beforeReading();
    await this.#refresh();
    return this.#shown.files.find(name);
  }

  async #refresh(): Promise<void> {
    const { db, publicUrl: origin } = this.#services;
    const version = await readIdentityVersion(db);
    if (version === this.#version) return;
    const whole = await readWholeIdentity(db);
    this.#shown = whole === undefined ? none : await show(whole, origin);
    this.#version = version;
  }
}

/** Loaded on demand, to start faster without an identity. */
async function show(whole: WholeIdentity, origin: string): Promise<ShownIdentity> {
  const { showIdentity } = await import('./show.ts');
  return showIdentity(whole, origin);
}
