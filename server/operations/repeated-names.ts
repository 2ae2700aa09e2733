/** Finds names that a JSON object has twice. `JSON.parse` keeps the last value of such a name and says nothing. */
import { jsonParser, type Token } from 'stream-json/parser.js';

/** Reads the tokens of JSON text. */
export class RepeatedNames {
  /** The names of each open object. */
  readonly #objects: Set<string>[] = [];
  #found: string | undefined;

  read(token: Token): void {
    if (token.name === 'startObject') this.#objects.push(new Set());
    else if (token.name === 'endObject') this.#objects.pop();
    else if (token.name === 'keyValue') {
      const names = this.#objects.at(-1);
      if (names?.has(token.value)) this.#found ??= token.value;
      names?.add(token.value);
    }
  }

  /** @returns the first repeated name since the last call */
  take(): string | undefined {
    const found = this.#found;
    this.#found = undefined;
    return found;
  }
}

/** @param json valid JSON */
export function findRepeatedName(json: string): string | undefined {
  const names = new RepeatedNames();
  const tokens = jsonParser({ streamValues: false })(json);
  if (typeof tokens !== 'symbol') for (const token of tokens.values) names.read(token);
  return names.take();
}
