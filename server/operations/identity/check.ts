/** Checks that the schema of `shop.json` can't express. */

import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { toPercent, toRate } from '../../../contract/tax.ts';
import { isTimeZone } from '../../../contract/time-zones.ts';
import { quote } from '../../platform/quote.ts';
import { findMarkdownProblems } from '../../shop/identity/markdown.ts';
import { currentCodeOf, isCountry } from './countries.ts';
import type { Problem } from './problems.ts';
import { sanitizeSvg } from './svg.ts';

/** Sanitises the SVGs in place. @param identity valid by the schema */
export function checkContent(identity: Partial<ShopIdentity>): Problem[] {
  return [
    ...checkTimeZone(identity),
    ...checkLocale(identity),
    ...checkLogos(identity),
    ...checkSeller(identity),
    ...checkTax(identity),
    ...checkLegal(identity),
  ];
}

function* checkTimeZone({ timeZone }: Partial<ShopIdentity>): Generator<Problem> {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const sentence = `must be a time zone like "Europe/Berlin", not ${quote(timeZone)}`;
  yield { path: '/timeZone', sentence };
}

function* checkLocale({ locale }: Partial<ShopIdentity>): Generator<Problem> {
  if (locale === undefined || isLocale(locale)) return;
  const sentence = `must be a language and a country like "de-DE", not ${quote(locale)}`;
  yield { path: '/locale', sentence };
}

/** Whether the runtime knows how dates are written there. A region may also be a group of countries, like `419`. */
function isLocale(tag: string): boolean {
  try {
    const { region = '419' } = new Intl.Locale(tag);
    const isKnown = Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
    return isKnown && (isCountry(region) || /^\d{3}$/.test(region));
  } catch {
    return false;
  }
}

function* checkLogos(identity: Partial<ShopIdentity>): Generator<Problem> {
  for (const name of ['logo', 'logoDark'] as const) {
    const text = identity[name];
    // A PNG is encoded anew.
    if (!text?.startsWith('<')) continue;
    const { svg, problem } = sanitizeSvg(text);
    if (problem !== undefined) yield { path: `/${name}`, sentence: problem };
    identity[name] = svg;
  }
  if (identity.logoDark !== undefined && identity.logo === undefined) {
    yield { path: '/logoDark', sentence: 'needs a logo for the light scheme, too: logo' };
  }
}

function* checkSeller({ seller }: Partial<ShopIdentity>): Generator<Problem> {
  if (seller === undefined || isCountry(seller.country)) return;
  const current = currentCodeOf(seller.country);
  const hint = current === undefined ? '' : `: write ${quote(current)}`;
  const sentence = `must be the code of a country, like "DE", not ${quote(seller.country)}${hint}`;
  yield { path: '/seller/country', sentence };
}

function* checkTax({ tax }: Partial<ShopIdentity>): Generator<Problem> {
  if (tax === undefined) return;
  const { percent, rates = [] } = tax;
  if ((percent === undefined) === (rates.length === 0)) {
    yield { path: '/tax', sentence: 'must have either a percent or a list of rates' };
  }
  const percents = [
    ...(percent === undefined ? [] : [{ path: '/tax/percent', value: percent }]),
    ...rates.map((rate, index) => ({ path: `/tax/rates/${index}/percent`, value: rate.percent })),
  ];
  for (const { path, value } of percents) {
    if (toPercent(toRate(value)) === value) continue;
    yield { path, sentence: `must have at most three decimals, not ${quote(value)}` };
  }
  const usual = rates.filter((rate) => rate.usual).length;
  if (rates.length > 0 && usual !== 1) {
    const sentence = `must have one rate with "usual": true, for products that name none, not ${usual}`;
    yield { path: '/tax/rates', sentence };
  }
  for (const [index, { key }] of rates.entries()) {
    if (rates.findIndex((other) => other.key === key) === index) continue;
    yield { path: `/tax/rates/${index}/key`, sentence: `is ${quote(key)} a second time` };
  }
}

function* checkLegal({ legal = {}, seller }: Partial<ShopIdentity>): Generator<Problem> {
  // A shop with a seller has an imprint in any case.
  const names = new Set([...Object.keys(legal), ...(seller === undefined ? [] : ['imprint'])]);
  for (const [name, text] of Object.entries(legal)) {
    for (const sentence of findMarkdownProblems(text, (other) => names.has(other))) {
      yield { path: `/legal/${name}`, sentence };
    }
  }
}
