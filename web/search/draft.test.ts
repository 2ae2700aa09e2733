import type { Location } from 'react-router';
import { expect, test } from 'vitest';
import { type Draft, draftAt } from './draft.ts';

function locationOf(value: string): Location {
  return { pathname: '/', search: `?value=${value}`, hash: '', state: null, key: value };
}

const home = locationOf('');
const draft: Draft = { text: 'guitar', at: home, isPending: true, sent: ['gu', 'gui'] };

test('a draft stays where it was typed', () => {
  expect(draftAt(draft, home, '')).toBe(draft);
});

test('a draft survives its own searches, also if the second began before the first arrived', () => {
  const first = locationOf('gu');
  const atFirst = draftAt(draft, first, 'gu');
  expect(atFirst).toEqual({ ...draft, at: first, sent: ['gui'] });
  const second = locationOf('gui');
  expect(atFirst && draftAt(atFirst, second, 'gui')).toEqual({ ...draft, at: second, sent: [] });
});

test.each([
  ['another search', 'lamp'],
  ['going back', undefined],
])('%s drops it', (_what, searched) => {
  expect(draftAt(draft, locationOf('lamp'), searched)).toBeUndefined();
});
