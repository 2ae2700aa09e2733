/** Checks what the schema of `shop.json` can't say. */

import { countryName } from '../../../contract/countries.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { isTimeZone } from '../../../contract/time-zones.ts';
import { quote } from '../../platform/quote.ts';
import { findMarkdownProblem } from '../../shop/identity/markdown.ts';
import {
  derivePalette,
  findReadableShade,
  findUnreadablePair,
} from '../../shop/identity/palette.ts';
import type { Problem } from './problems.ts';
import { sanitizeSvg } from './svg.ts';

/** Sanitises the SVGs in place. @param identity valid by the schema */
export function checkContent(identity: ShopIdentity): Problem[] {
  return [
    ...checkTimeZone(identity),
    ...checkAccent(identity),
    ...checkLogos(identity),
    ...checkSeller(identity),
    ...checkLegal(identity),
  ];
}

function* checkTimeZone({ timeZone }: ShopIdentity): Generator<Problem> {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const sentence = `must be a time zone like "Europe/Berlin", not ${quote(timeZone)}`;
  yield { path: '/timeZone', sentence };
}

function* checkAccent({ accent }: ShopIdentity): Generator<Problem> {
  if (accent === undefined) return;
  const pair = findUnreadablePair(derivePalette(accent));
  if (pair === undefined) return;
  const { scheme, text, ground, ratio, required } = pair;
  const shade = findReadableShade(accent);
  yield {
    path: '/accent',
    sentence:
      `can't be read: in the ${scheme} scheme, the contrast of ${text} on ${ground} would be ` +
      `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1, and WCAG AA asks for ${required}:1` +
      (shade === undefined ? '' : `; the nearest shade that can be read is "${shade}"`),
  };
}

function* checkLogos(identity: ShopIdentity): Generator<Problem> {
  for (const name of ['logo', 'logoDark'] as const) {
    const text = identity[name];
    if (text === undefined) continue;
    const { svg, problem } = sanitizeSvg(text);
    if (problem !== undefined) yield { path: `/${name}`, sentence: problem };
    identity[name] = svg;
  }
  if (identity.logoDark !== undefined && identity.logo === undefined) {
    yield { path: '/logoDark', sentence: 'needs a logo for the light scheme, too: logo' };
  }
}

function* checkSeller({ seller }: ShopIdentity): Generator<Problem> {
  if (seller === undefined || countryName(seller.country) !== undefined) return;
  const sentence = `must be the code of a country, like "DE", not ${quote(seller.country)}`;
  yield { path: '/seller/country', sentence };
}

function* checkLegal({ legal = {} }: ShopIdentity): Generator<Problem> {
  for (const [name, text] of Object.entries(legal)) {
    const problem = findMarkdownProblem(text);
    if (problem !== undefined) yield { path: `/legal/${name}`, sentence: problem };
  }
}
