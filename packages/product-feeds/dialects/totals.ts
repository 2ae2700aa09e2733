/** The rows of a table that add up the others. */
import { readAmount } from '../amounts.ts';
import type { Cells } from './dialect.ts';

const TOTAL =
  /^(?:(?:grand|sub)?[ -]?total|sum|(?:gesamt|zwischen)?summe|gesamt|somme|suma|somma|totaal|totale|razem|celkem|összesen|итого|всего|合計|总计|合计)\s*:?$/i;
const CENT = 0.01;

export class Totals {
  #price = 0;
  #stock = 0;
  #value = 0;

  /** Adds a row. @returns whether it is called a total, and has the sum of the prices, the units, or the value of the stock */
  has(cells: Cells): boolean {
    const [price, stock] = ['cost', 'stock'].map((column) => {
      const amount = readAmount(cells.own(column) ?? '', cells.shop.currency);
      return typeof amount === 'number' ? amount : 0;
    });
    const isSum = (one = 0, sum = 0) => one > 0 && Math.abs(one - sum) < CENT;
    const isCalledSo = ['name', '_id'].some((column) => TOTAL.test(cells.own(column) ?? ''));
    if (
      isCalledSo &&
      (isSum(price, this.#price) || isSum(price, this.#value) || isSum(stock, this.#stock))
    )
      return true;
    this.#price += price ?? 0;
    this.#stock += stock ?? 0;
    this.#value += (price ?? 0) * (stock ?? 0);
    return false;
  }
}
