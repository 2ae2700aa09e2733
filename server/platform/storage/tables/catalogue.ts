/** Products, their pictures and their stock, and what the search knows. */
import { COST_MAX_CENTS, COST_MIN_CENTS, RATING_MAX } from '../../../../contract/limits.ts';
import { PICTURES_MAX, pictureFormats } from '../../../../contract/pictures.ts';
import { bigint, bytes, cents, flag, integer, only, table, text, time, union } from './columns.ts';

/** 'correction': stock from before the history. */
const stockReasons = [
  'import',
  'update',
  'order',
  'cancellation',
  'return',
  'correction',
  'removal',
] as const;

export const catalogue = {
  products: table({
    columns: {
      /** The product's place in the shop: the order in which imports first named them. */
      position: integer({ key: true }),
      id: text({ unique: true }),
      name: text(),
      /** The narrowest category, which shoppers see. */
      category: text(),
      /** The path of categories, broad to narrow, separated by ` > `. */
      categories: text(),
      /** Empty if unknown; so is the description. */
      brand: text(),
      description: text(),
      /** Higher is more popular; 0 is unknown. */
      popularity: integer({ check: '>= 0' }),
      cost_cents: cents({ check: `between ${COST_MIN_CENTS} and ${COST_MAX_CENTS}` }),
      /** Half stars, 0 (not rated yet) to 10. */
      rating_halves: integer({ check: `between 0 and ${RATING_MAX * 2}` }),
      /** The addresses of its pictures in feeds, one a line; may be empty. The first is shown. */
      image: text(),
      /** Units in stock, the sum of its `stock_changes`; null if it isn't counted, and their sum is 0. */
      stock: bigint({ null: true, check: '>= 0' }),
      /** 0 for a product that is hidden from shoppers. */
      active: flag({ default: 1 }),
      updated_at: time(),
      /** The group whose variant the product is; empty if it has no variants. */
      group_id: text({ default: '' }),
      /** What distinguishes it from the other variants of its group, like `M / Red`; may be empty. */
      option: text({ default: '' }),
      /** The first of its own pictures, which is shown in place of `image`; empty if it has none. */
      picture: text({ default: '' }),
      /** The key of one of the shop's rates of tax; null for the usual one. */
      tax: text({ null: true }),
    },
    indexes: {
      products_on_sale: '(active, position)',
      products_by_stock: '(stock, position) where stock is not null',
      products_in_groups: "(group_id, active, position) where group_id <> ''",
    },
  }),

  /** The files of the shop's own pictures. Those of one picture differ in size and format. */
  picture_files: table({
    columns: {
      /** The picture's name; see `contract/pictures.ts`. */
      picture: text(),
      /** Pixels of the shorter side. */
      side: integer(),
      format: union(pictureFormats),
      bytes: bytes(),
    },
    key: ['picture', 'side', 'format'],
  }),

  product_pictures: table({
    columns: {
      product_id: text({ references: 'products.id' }),
      /** Counts from 1 in the order in which the product shows them. */
      place: integer({ check: `between 1 and ${PICTURES_MAX}` }),
      picture: text(),
      /** The address that it was fetched from; empty if it was imported from a file. */
      source: text(),
    },
    key: ['product_id', 'place'],
    indexes: { product_pictures_of_picture: '(picture)' },
  }),

  /** The history of stock: the stock of a product is the sum of its changes. Rows are only added. */
  stock_changes: table({
    columns: {
      /** Not a foreign key: the history of a product that is removed stays. */
      product_id: text(),
      /** Counts from 1 in the order of time. */
      number: integer({ check: '>= 1' }),
      /** Units that came (positive) or went (negative). */
      units: bigint({ check: '<> 0' }),
      reason: union(stockReasons),
      /** The order that took or returned the units, if any. */
      order_id: text({ null: true, references: 'orders.id' }),
      made_at: time(),
    },
    key: ['product_id', 'number'],
  }),

  /** Files that change stock by differences, each of which is applied once. */
  applied_files: table({
    columns: {
      /** The hash of its bytes. */
      fingerprint: text({ key: true }),
      /** The number of its first records that are applied. */
      records: integer({ check: '>= 0' }),
      /** 1 if all of them are. */
      is_done: flag(),
      applied_at: time(),
    },
  }),

  /** There is one catalogue. */
  catalogue_state: table({
    columns: {
      id: only(),
      /** Random, and new after every change that a shopper can see. */
      version: text(),
      /** New after every change of the synonyms. */
      synonyms_version: text({ default: '' }),
    },
    isLocal: true,
  }),

  catalogue_segments: table({
    columns: {
      /** A range of positions; see `catalogue/segments.ts`. */
      segment: integer({ key: true }),
      /** Incremented by every change to a product in it. */
      revision: integer(),
      /** Incremented by every change to a text that the search tokenizes. */
      text_revision: integer({ default: 0 }),
    },
  }),

  synonyms: table({
    columns: {
      /** Counts from 1 in the order of the file. */
      number: integer({ key: true }),
      /** The line of the file; see synonym-file.ts of the search engine. */
      line: text(),
    },
  }),

  /** How often a text was searched for on a day. It has nothing of the person. */
  searches: table({
    columns: {
      /** Like `2026-11-25`, in the shop's time zone. */
      day: text(),
      /** Words in lower case, without accents, in the singular. */
      text: text(),
      searches: integer({ check: '>= 1' }),
      nothing_found: integer({ check: 'between 0 and searches' }),
    },
    uniques: { searches_key: ['day', 'text'] },
  }),
};
