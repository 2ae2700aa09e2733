/** The files that pages show of the shop's identity: logo, icon, manifest, picture. */
import { hash } from 'node:crypto';

export const IDENTITY_FILES = '/identity';

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
  add(ending: string, file: IdentityFile): string {
    const name = `${hash('sha256', file.body, 'base64url').slice(0, 16)}.${ending}`;
    this.#files.set(name, file);
    return `${IDENTITY_FILES}/${name}`;
  }

  addSvg(body: string): string {
    return this.add('svg', { type: 'image/svg+xml', body });
  }

  /** @param url a `data:` URL of a picture */
  addPicture(url: string): string {
    const [, type = '', base64 = ''] = /^data:(image\/\w+);base64,(.*)$/.exec(url) ?? [];
    return this.add(type.replace('image/', ''), { type, body: Buffer.from(base64, 'base64') });
  }
}
