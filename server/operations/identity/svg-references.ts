/**
 * Masks and clipping paths that refer to masks and clipping paths. Each of them is drawn as often as it is referred to, so
 * 26 masks, each with two references to the next, would keep a browser busy for ever.
 */
import { SaxesParser } from 'saxes';
import { quote } from '../../platform/quote.ts';

/** Gradients may refer to gradients, as editors write them: a gradient is not drawn. */
const DRAWN_BY_REFERENCE = ['mask', 'clipPath'];
const REFERENCE = /url\(\s*(?:"#([^"]*)"|'#([^']*)'|#([^)]*))/gi;

interface Definition {
  element: string;
  id: string;
}

/** @param svg well-formed @returns a sentence for the first one */
export function findNestedReference(svg: string): string | undefined {
  const definitions = new Map<string, Definition>();
  const references: { from: Definition; to: string }[] = [];
  /** The open elements, the innermost last: undefined for those that are not drawn by reference. */
  const open: (Definition | undefined)[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const { id = '' } = attributes;
    const isDefinition = DRAWN_BY_REFERENCE.includes(name);
    open.push(isDefinition ? { element: name, id } : undefined);
    if (isDefinition) definitions.set(id, { element: name, id });
    const from = open.findLast((definition) => definition !== undefined);
    if (from === undefined) return;
    for (const value of Object.values(attributes)) {
      for (const [, ...ids] of value.matchAll(REFERENCE)) {
        references.push({ from, to: ids.find((id) => id !== undefined)?.trim() ?? '' });
      }
    }
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  for (const { from, to } of references) {
    const target = definitions.get(to);
    if (target !== undefined) return describe(from, target);
  }
  return undefined;
}

function describe(from: Definition, to: Definition): string {
  const name = ({ element, id }: Definition) => `<${element} id=${quote(id)}>`;
  return `has ${name(from)}, which refers to ${name(to)}: what is drawn by reference may refer only to gradients`;
}
