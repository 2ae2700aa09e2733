/**
 * Generates the products of a shop for electronics: as many words, brands, categories and prices as a real one has. The
 * nth product is always the same.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import demoCatalogue from '../../catalogue/demo.json' with { type: 'json' };

/** A product as feeds have it. */
export interface FeedProduct {
  name: string;
  brand: string;
  /** Broad to narrow. */
  categories: string[];
  description: string;
  image: string;
  /** Dollars. */
  price: number;
  popularity: number;
}

interface GeneratedProduct extends FeedProduct {
  _id: string;
  rating: number;
  /** Not counted if it is missing. */
  stock?: number;
}

/** The size of a real shop that publishes its catalogue. */
export const CATALOGUE_SIZE = 3_291;

/** The most frequent words: each is in every eighth name. */
export const COLOURS = ['Black', 'White', 'Silver', 'Blue', 'Red', 'Green', 'Gold', 'Gray'];

const categories = {
  Phones: ['Phone', 'Flip Phone', 'Satellite Phone'],
  'Phones > Accessories > Cases': ['Case', 'Wallet Case', 'Battery Case', 'Leather Case', 'Sleeve'],
  'Phones > Accessories > Screen Protectors': ['Screen Protector', 'Privacy Filter'],
  'Phones > Accessories > Power': ['Charger', 'Car Charger', 'Power Bank', 'Charging Dock'],
  'Phones > Accessories > Cables': ['Cable', 'Audio Cable', 'Adapter', 'USB Hub'],
  'Phones > Accessories > Mounts': ['Car Mount', 'Tripod', 'Selfie Stick', 'Armband'],
  'Audio > Headphones': ['Headphones', 'Earbuds', 'Headset', 'Microphone'],
  'Audio > Speakers': ['Speaker', 'Soundbar', 'Turntable', 'Radio'],
  'Photo > Cameras': ['Camera', 'Camera Lens', 'Camera Bag', 'Action Camera'],
  'Computers > Storage': ['Memory Card', 'Hard Drive', 'Flash Drive'],
  'Computers > Accessories': ['Keyboard', 'Mouse', 'Webcam', 'Monitor', 'Laptop Bag'],
  'Wearables > Watches': ['Watch', 'Watch Band', 'Fitness Tracker'],
};
/** The types of products, each with its categories. */
export const types = Object.entries(categories).flatMap(([path, names]) =>
  names.map((type) => ({ type, categories: path.split(' > ') })),
);
const QUALITIES =
  'Slim Wireless Bluetooth Portable Clear Rugged Waterproof Premium Fast Foldable Compact Universal Magnetic Solar'.split(
    ' ',
  );
const COMMON_WORDS =
  'the with and your for of this a to from keep it you in is design features while that easy any'.split(
    ' ',
  );
const SYLLABLES =
  'ba cor den fa gil hu jor ka lem mi nov o pra qui ros su tal ul ver wi xan yo zel bri cha dra el fro gan his im jun'.split(
    ' ',
  );
/** A few of the invented words are frequent, most are rare. Names have more of them than descriptions. */
const INVENTED_WORDS = { name: 50_000, description: 3_500 };
const BRANDS = 260;
/** Spreads the brands over the invented words. */
const BRAND_STEP = 7_919;
/** What a careless page, query, table or file would take for something else. Each is in one of 300 products. */
const HOSTILE_NAMES = [
  '<script>alert(1)</script> & <b>"bold"</b>',
  "Robert'); DROP TABLE products; --",
  '=1+1 @SUM(A1) 100% _ \\ "quoted", comma; semicolon',
  'constructor __proto__ toString null undefined NaN',
  'Ünïcödé 東京 العربية 🎧🏽 e\u0301 \u202ereversed\u202c',
  `Very${'long'.repeat(45)}`,
];

/** A word that only the name of the nth product has. */
export function modelNumber(n: number): string {
  return `M${n.toString(36).toUpperCase()}`;
}

export function* generateCatalogue(count = CATALOGUE_SIZE): Generator<GeneratedProduct> {
  const random = createRandom();
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const frequentFirst = (size: number) => Math.floor(size ** random());
  const brandOf = () => capitalize(inventWord(BRAND_STEP * frequentFirst(BRANDS)));
  for (let n = 1; n <= count; n++) {
    const { type, categories } = pick(types);
    const [brand, device] = [brandOf(), brandOf()];
    const series = capitalize(inventWord(frequentFirst(INVENTED_WORDS.name)));
    const details = random() < 0.2 ? '' : `${series} ${pick(QUALITIES)} `;
    const fits =
      random() < 0.7 ? ` for ${device} ${pick(['Galaxy', 'Note', 'Air'])} ${n % 12}` : '';
    const usual = `${brand} - ${details}${type}${fits} ${modelNumber(n)} - ${pick(COLOURS)}`;
    const words = Array.from({ length: 11 + Math.floor(random() * 70) }, () =>
      random() < 0.5 ? pick(COMMON_WORDS) : inventWord(frequentFirst(INVENTED_WORDS.description)),
    );
    yield {
      _id: String(n),
      name: HOSTILE_NAMES[n % 300] ?? usual,
      brand,
      categories,
      description: `${capitalize(words.join(' '))}. A ${pick(QUALITIES)} ${type} by ${brand}.`,
      popularity: Math.floor(20_000 * random() ** 3),
      price: Math.round(100 * 900 ** random()) / 100,
      rating: Math.floor(random() * 11) / 2,
      image: pick(demoCatalogue).image,
      ...(n % 5 === 0 && { stock: 1_000_000 }),
    };
  }
}

/** Writes a file that `qkart catalogue import` reads. */
export async function writeCatalogue(file: string, count?: number): Promise<void> {
  const lines = generateCatalogue(count).map((product) => `${JSON.stringify(product)}\n`);
  await pipeline(Readable.from(lines), createWriteStream(file));
}

/** Numbers from 0 to 1 of a linear congruential generator, with the constants of C. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

/** A word of at least two syllables. */
function inventWord(n: number): string {
  const { length } = SYLLABLES;
  const [last = '', rest] = [SYLLABLES[n % length], Math.floor(n / length)];
  return rest < length ? `${SYLLABLES[rest]}${last}` : inventWord(rest) + last;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
