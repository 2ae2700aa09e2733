import { countProducts } from '../../server/catalogue/store.ts';
import { defineCommand } from '../command.ts';
import { count } from '../numbers.ts';
import { NOTHING_CHANGED, withServices } from './shop.ts';

export const command = defineCommand({
  options: {},
  details: '',
  onFailure: NOTHING_CHANGED,
  async run() {
    const products = await withServices(({ db }) => countProducts(db));
    process.stdout.write(`${count(products, 'product')}\n`);
  },
});
