/** What the tests of commands expect of printed times. */
import { expect } from 'vitest';

export const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The lines of a text, with TIME for each time. */
export const linesOf = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME').split('\n');
