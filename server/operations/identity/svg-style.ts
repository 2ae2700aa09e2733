/** The style sheet of an SVG as editors write it: rules for elements, classes and ids, without combinations. */
import { quote } from '../../platform/quote.ts';

const COMMENT = /\/\*.*?(?:\*\/|$)|<!--|-->/gs;
const SELECTOR = /^[.#]?[\p{L}_-][\p{L}\p{N}_-]*$/u;

interface Rule {
  position: number;
  declarations: string;
}

export class StyleSheet {
  /** What can't be read. */
  readonly problem: string | undefined;
  readonly #rules = new Map<string, Rule[]>();

  constructor(css: string) {
    // Split, because an expression for a whole rule would try each place of a long text without braces.
    const blocks = css.replace(COMMENT, '').split('}');
    const unread = blocks.splice(-1).filter((rest) => rest.trim() !== '');
    for (const [position, block] of blocks.entries()) {
      const [selectors = '', body, ...others] = block.split('{');
      const names = new Set(selectors.split(',').map((selector) => selector.trim()));
      const isRead = [...names].every((name) => SELECTOR.test(name));
      if (body === undefined || others.length > 0 || !isRead) {
        unread.push(`${block}}`);
        continue;
      }
      const rule = { position, declarations: body.trim().replace(/;?$/, ';') };
      for (const name of names) {
        const rules = this.#rules.get(name);
        if (rules === undefined) this.#rules.set(name, [rule]);
        else rules.push(rule);
      }
    }
    const [first] = unread;
    if (first !== undefined)
      this.problem = `has the style ${quote(first.trim())}, which is not read`;
  }

  /** @returns the declarations for an element, those that win last; each rule is applied once */
  of(element: string, attributes: { class?: string; id?: string }): string {
    const { class: names = '', id } = attributes;
    const classes = [...new Set(names.trim().split(/\s+/))];
    const bySpecificity = [
      [element],
      classes.map((name) => `.${name}`),
      id === undefined ? [] : [`#${id}`],
    ];
    const rules = bySpecificity.flatMap((selectors) => {
      const matching = new Set(selectors.flatMap((selector) => this.#rules.get(selector) ?? []));
      return [...matching].sort((one, other) => one.position - other.position);
    });
    return rules.map(({ declarations }) => declarations).join('');
  }
}
