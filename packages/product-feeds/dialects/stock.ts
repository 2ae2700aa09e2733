/** Stock in people's own tables: units, or words for whether there are any. */
import { InvalidValue } from '../records.ts';
import { quote } from '../values.ts';
import type { Cells } from './dialect.ts';

/** The column of words beside one of units. */
export const AVAILABILITY = 'availability';

/** The words of a column "In stock" or "Availability", in the languages that spreadsheets speak. */
const stockWords = new Map([
  ...words<number | null>(
    null,
    'in stock, instock, in_stock, available, preorder, pre-order, backorder, auf lager, vorrätig, lieferbar, verfügbar, en stock, disponible, disponibile, disponível, em estoque, op voorraad, leverbaar, beschikbaar, i lager, på lager, varastossa, dostępny, dostępne, na stanie, skladem, na sklade, raktáron, în stoc, в наличии, в наявності, stokta, διαθέσιμο, 在庫あり, 有货, 有貨',
  ),
  ...words<number | null>(
    0,
    'out of stock, outofstock, out_of_stock, sold out, soldout, sold, unavailable, ausverkauft, vergriffen, nicht auf lager, nicht vorrätig, nicht lieferbar, nicht verfügbar, épuisé, rupture, rupture de stock, en rupture de stock, indisponible, agotado, sin stock, no disponible, esaurito, non disponibile, esgotado, indisponível, uitverkocht, niet op voorraad, niet beschikbaar, slutsåld, slut i lager, udsolgt, utsolgt, loppu, loppuunmyyty, brak, wyprzedane, wyprzedany, niedostępny, vyprodáno, vypredané, elfogyott, stoc epuizat, epuizat, нет в наличии, немає в наявності, tükendi, εξαντλημένο, 在庫なし, 売り切れ, 缺货, 缺貨, 售罄',
  ),
]);
/** What people write behind a number of units. */
const UNITS =
  /^(\d+) ?(?:pcs?|pieces?|units?|items?|ea|stk|st|stück|stueck|x|szt|ks|db|kpl|buc|pz|pezzi|pièces?|unités?|piezas?|unidades|uds?|stuks?|шт|adet|τεμ|個|个|点|枚)\.?$/iu;

export function words<T>(meaning: T, list: string): [string, T][] {
  return list.split(', ').map((word) => [word, meaning]);
}

/** @returns units; null if they are not counted; undefined if the table has none. Two columns must not contradict each other */
export function readStock(cells: Cells): string | number | null | undefined | InvalidValue {
  const [stock, status] = ['stock', AVAILABILITY].map((column) => readUnits(cells, column));
  if (stock === undefined) return status === 0 ? status : undefined;
  // Ignore a value that is neither a known word nor a count, such as a date.
  const isSaid = status === null || status === 0 || /^\d+$/.test(String(status));
  if (!isSaid || typeof stock === 'object' || Number.isNaN(Number(stock))) return stock;
  const isSame = status === null ? Number(stock) > 0 : Number(status) === Number(stock);
  if (isSame) return stock;
  const message = `contradicts ${cells.columns.name(AVAILABILITY)}, ${quote(cells.own(AVAILABILITY))}: --ignore one of the two`;
  return new InvalidValue(message, cells.columns.name('stock'), { isOfColumn: true });
}

/** @returns text that is no number as it is, for the parser to refuse */
function readUnits(cells: Cells, column: string): ReturnType<typeof readStock> {
  const text = cells.own(column);
  if (text === undefined) return undefined;
  const word = stockWords.get(text.toLowerCase());
  if (word !== undefined) return word;
  const [, units = text] = UNITS.exec(text) ?? [];
  // 1 is one unit, unless another column has the units.
  const isThere = /\d/.test(text) && column === 'stock' ? undefined : cells.truth(column);
  if (typeof isThere === 'boolean') return isThere ? null : 0;
  if (!/^\d+ \p{L}/u.test(units)) return units;
  const message = `must be a number of units, not ${quote(text)}: write the number alone, or --ignore leaves the column out`;
  return new InvalidValue(message, cells.columns.name(column), { isOfColumn: true });
}
