/** The style sheet of an SVG as editors write it: rules for elements, classes and ids, without combinations. */
import { quote } from '../../platform/quote.ts';

const COMMENT = /\/\*.*?\*\/|<!--|-->/gs;
const RULE = /([^{}]*)\{([^{}]*)\}/g;
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
    let position = 0;
    const rest = css.replace(COMMENT, '').replace(RULE, (text, selectors: string, body: string) => {
      const names = selectors.split(',').map((selector) => selector.trim());
      if (!names.every((name) => SELECTOR.test(name))) return text;
      const rule = { position: position++, declarations: body.trim().replace(/;?$/, ';') };
      for (const name of names) {
        const rules = this.#rules.get(name);
        if (rules === undefined) this.#rules.set(name, [rule]);
        else rules.push(rule);
      }
      return '';
    });
    if (rest.trim() !== '') this.problem = `has the style ${quote(rest.trim())}, which is not read`;
  }

  /** @returns the declarations for an element, those that win last; each rule is applied once */
  of(element: string, attributes: { class?: string; id?: string }): string {
    const classes = attributes.class?.trim().split(/\s+/) ?? [];
    const bySpecificity = [[element], classes.map((name) => `.${name}`), [`#${attributes.id}`]];
    const rules = bySpecificity.flatMap((selectors) => {
      const matching = new Set(selectors.flatMap((selector) => this.#rules.get(selector) ?? []));
      return [...matching].sort((one, other) => one.position - other.position);
    });
    return rules.map(({ declarations }) => declarations).join('');
  }
}
