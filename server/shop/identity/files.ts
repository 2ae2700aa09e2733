/** The files that pages show of the shop's identity: logo, icons, manifest, pictures. */
import { hash } from 'node:crypto';
import { PromiseCache } from '../../platform/promise-cache.ts';

export const IDENTITY_FILES = '/identity';
/** More than an identity has. */
const MADE_MAX = 20;

export interface IdentityFile {
  type: string;
  body: string | Buffer;
}

/** A file that takes time to make. It is made when a browser asks for it. */
interface MadeFile {
  type: string;
  /** What it is made of, and how: its name changes with this. */
  recipe: string | Buffer;
  make: () => Promise<Buffer>;
}

export class IdentityFiles {
  readonly #files = new Map<string, IdentityFile | MadeFile>();
  readonly #made = new PromiseCache<Buffer>(MADE_MAX);

  async find(name: string): Promise<IdentityFile | undefined> {
    const file = this.#files.get(name);
    if (file === undefined || 'body' in file) return file;
    return { type: file.type, body: await this.#made.get(name, file.make) };
  }

  /** @returns the path, which changes with the content */
  add(ending: string, file: IdentityFile): string {
    return this.#put(`${nameOf(file.body)}.${ending}`, file);
  }

  addSvg(body: string): string {
    return this.add('svg', { type: 'image/svg+xml', body });
  }

  /** @returns the path, which changes with the recipe @param ending also tells apart files of one recipe */
  addMade(ending: string, file: MadeFile): string {
    return this.#put(`${nameOf(file.recipe)}-${ending}`, file);
  }

  #put(name: string, file: IdentityFile | MadeFile): string {
    this.#files.set(name, file);
    return `${IDENTITY_FILES}/${name}`;
  }
}

function nameOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, 16);
}
