/** The files that pages show of the shop's identity: logo, icons, manifest, pictures. */
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

  addPicture(kind: 'png' | 'webp' | 'jpeg', base64: string): string {
    return this.add(kind, { type: `image/${kind}`, body: Buffer.from(base64, 'base64') });
  }
}
