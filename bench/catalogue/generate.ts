/** A file of as many products as wanted, the same each time, in constant memory. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const LOOKS = ['Red', 'Blue', 'Compact', 'Wireless', 'Steel', 'Soft', 'Heavy', 'Light', 'Smart'];
const THINGS = ['Lamp', 'Desk', 'Cable', 'Phone', 'Speaker', 'Chair', 'Bottle', 'Jacket', 'Kettle'];
/** A prime: ids come in no order, as those of real feeds. */
const STRIDE = 7_919;
const BATCH = 1_000;

/** @param costCents what each product costs, and nothing else of it; a whole product where none is named */
export async function generate(file: string, records: number, costCents?: number): Promise<void> {
  const toRecord = (n: number): object =>
    costCents === undefined
      ? productOf(n, records)
      : { _id: idOf(n, records), cost: costCents / 100 };
  await pipeline(Readable.from(batches(records, toRecord)), createWriteStream(file));
}

function* batches(records: number, toRecord: (n: number) => object): Generator<string> {
  for (let start = 0; start < records; start += BATCH) {
    let text = '';
    for (let n = start; n < Math.min(start + BATCH, records); n++) {
      text += `${JSON.stringify(toRecord(n))}\n`;
    }
    yield text;
  }
}

function idOf(n: number, records: number): string {
  return `sku-${(n * STRIDE) % records}-${n}`;
}

function productOf(n: number, records: number): object {
  const look = LOOKS[n % LOOKS.length] ?? '';
  const thing = THINGS[Math.floor(n / LOOKS.length) % THINGS.length] ?? '';
  return {
    _id: idOf(n, records),
    name: `${look} ${thing} Model ${n}`,
    category: `${thing}s`,
    categories: ['Home', `${thing}s`],
    brand: `Brand ${n % 500}`,
    description: `A ${look.toLowerCase()} ${thing.toLowerCase()} for everyday use, number ${n}, made to last and easy to clean, with a warranty of two years.`,
    popularity: n % 5_000,
    cost: (100 + (n % 90_000)) / 100,
    rating: (n % 11) / 2,
    image: '/pictures/1f3a7.webp',
    stock: n % 50,
  };
}
