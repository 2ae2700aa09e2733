/** The rows of a table that add up the others. */
import { readAmount } from '../amounts.ts';
import type { Cells } from './dialect.ts';

const TOTAL =
  /^(?:(?:grand|sub)?[ -]?total|sum|(?:gesamt|zwischen)?summe|gesamt|somme|suma|somma|totaal|totale|razem|celkem|összesen|итого|всего|合計|总计|合计)\s*:?$/i;

/** @returns whether a row is called a total, and has the sum of the prices before it, of the units, or of the stock's value */
export function createTotals(): (cells: Cells) => boolean {
  let sums = [0, 0, 0];
  return (cells) => {
    const [price = 0, stock = 0] = ['cost', 'stock'].map(
      (column) => Number(readAmount(cells.own(column) ?? '', cells.shop.currency)) || 0,
    );
    const isSum = [price, stock, price].some(
      (one, index) => one > 0 && Math.abs(one - (sums[index] ?? 0)) < 0.01,
    );
    if (isSum && ['name', '_id'].some((column) => TOTAL.test(cells.own(column) ?? ''))) return true;
    sums = [price, stock, price * stock].map((one, index) => one + (sums[index] ?? 0));
    return false;
  };
}
