/** The browser's storage. If the browser blocks it, values last as long as the page. */

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export const localStore = openStore('localStorage');
export const sessionStore = openStore('sessionStorage');

/**
 * Reads JSON from the session's storage. Only the calling file stores text under this name, so it knows the shape.
 * @returns undefined if nothing is stored, or no JSON
 */
export function readStored<T>(name: string): T | undefined {
  try {
    return (JSON.parse(sessionStore.getItem(name) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function openStore(name: 'localStorage' | 'sessionStorage'): Store {
  try {
    // Reading the property throws if storage is blocked. The server has no window.
    return window[name];
  } catch {
    return memoryStore();
  }
}

function memoryStore(): Store {
  const texts = new Map<string, string>();
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
    clear: () => texts.clear(),
  };
}
