/** The scripts that were requested, by path. */
const requests = new Map<string, Promise<void>>();

/**
 * Loads scripts into the browser's cache, so that they can be imported. Browsers before the change of the standard in
 * 2026 (https://github.com/whatwg/html/pull/10327) never repeat an import that failed.
 * @param paths those that the HTML preloads are not requested again
 * @throws Error if one can't be loaded; the next call tries it again
 */
export async function fetchScripts(paths: readonly string[]): Promise<void> {
  const others = paths.filter(
    (path) => !document.querySelector(`link[rel=modulepreload][href="${path}"]`),
  );
  await Promise.all(
    others.map((path) => {
      const request = requests.get(path) ?? fetchScript(path);
      requests.set(path, request);
      return request;
    }),
  );
}

async function fetchScript(path: string): Promise<void> {
  try {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`Status ${response.status}`);
    await response.blob();
  } catch (cause) {
    requests.delete(path);
    throw new Error(`${path} can't be loaded`, { cause });
  }
}
