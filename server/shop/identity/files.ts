/** The files that pages show of the shop's identity: logo, icons, manifest, pictures. */
import { hash } from 'node:crypto';

export const IDENTITY_FILES = '/identity';

/** By the ending of the name. */
const types = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  webmanifest: 'application/manifest+json',
};

export interface IdentityFile {
  type: string;
  body: string | Buffer;
}

export class IdentityFiles {
  readonly #files = new Map<string, IdentityFile>();

  find(name: string): IdentityFile | undefined {
    return this.#files.get(name);
  }

  /** @returns the path, which changes with the content */
  add(ending: keyof typeof types, body: string | Buffer): string {
    const name = `${hash('sha256', body, 'base64url').slice(0, 16)}.${ending}`;
    this.#files.set(name, { type: types[ending], body });
    return `${IDENTITY_FILES}/${name}`;
  }

  addPicture(ending: 'png' | 'webp' | 'jpeg', base64: string): string {
    return this.add(ending, Buffer.from(base64, 'base64'));
  }
}
