import { queries } from '../judgements.ts';

const nothing = () => false;

/** No words at all, and things that a shop for phones doesn't have: right is to find nothing. */
export const nonsense = queries('nonsense', {
  xqzwvk: nothing,
  asdfghjkl: nothing,
  zzzzzzzz: nothing,
  qwrtpsd: nothing,
  blorptang: nothing,
  flumoxicarp: nothing,
  jjjkkklll: nothing,
  'vvvv wwww': nothing,
  'brkzt flmpq': nothing,
  kjhgfdsa: nothing,
  'lawn mower': nothing,
  'espresso machine': nothing,
  'garden hose': nothing,
  diapers: nothing,
  'tennis racket': nothing,
  'winter tires': nothing,
});
