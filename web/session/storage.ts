/** The browser's storage. Where it is blocked, what is stored lasts as long as the page. */

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export const localStore = openStore('localStorage');
export const sessionStore = openStore('sessionStorage');

function openStore(name: 'localStorage' | 'sessionStorage'): Store {
  try {
    // Reading the property throws where storage is blocked; on the server there is no window.
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
