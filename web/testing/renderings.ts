/** React keeps in an element the props of its last rendering, which are another object after the next one. */

/** The name of the element's property that has them. */
export function renderingKeyOf(element: Element): string {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
  if (key === undefined) throw new Error('React no longer keeps the props of an element in it');
  return key;
}

/** Calls `onRender` with each further rendering of the element. */
export function watchRenderings(element: Element, onRender: () => void): void {
  const key = renderingKeyOf(element);
  let props = Reflect.get(element, key);
  Object.defineProperty(element, key, {
    get: () => props,
    set(next) {
      props = next;
      onRender();
    },
  });
}
