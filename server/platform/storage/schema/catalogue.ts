/** Products, their pictures and their stock, and what the search knows. */
import type { Generated, Insertable, Selectable } from 'kysely';
import type { PictureFormat } from '../../../../contract/pictures.ts';

export interface ProductsTable {
  /** The product's place in the shop: the order in which imports first named them. */
  position: number;
  id: string;
  name: string;
  /** The narrowest category, which shoppers see. */
  category: string;
  /** The path of categories, broad to narrow, separated by ` > `. */
  categories: string;
  /** Empty if unknown; so is the description. */
  brand: string;
  description: string;
  /** A higher number means that more people know it; 0 means that nobody has said. */
  popularity: number;
  cost_cents: number;
  /** Half stars, 0 (not rated yet) to 10. */
  rating_halves: number;
  /** The addresses of its pictures in feeds, one a line; may be empty. The first is shown. */
  image: string;
  /** The first of its own pictures, which is shown in place of `image`; empty if it has none. */
  picture: Generated<string>;
  /** Units in stock, the sum of its `stock_changes`; null if it isn't counted, and their sum is 0. */
  stock: number | null;
  /** 1, or 0 for a product that is hidden from shoppers. */
  active: number;
  /** The group whose variant the product is; empty if it has no variants. */
  group_id: string;
  /** What distinguishes it from the other variants of its group, like `M / Red`; may be empty. */
  option: string;
  /** The key of one of the shop's rates of tax; null for the usual one. */
  tax: string | null;
  updated_at: number;
}
export type ProductRow = Selectable<ProductsTable>;
export type NewProductRow = Insertable<ProductsTable>;

/** The files of the shop's own pictures. Those of one picture differ in size and format. */
export interface PictureFilesTable {
  /** The picture's name; see `contract/pictures.ts`. */
  picture: string;
  /** Pixels of the shorter side. */
  side: number;
  format: PictureFormat;
  bytes: Uint8Array;
}
export type PictureFileRow = Selectable<PictureFilesTable>;

export interface ProductPicturesTable {
  product_id: string;
  /** Counts from 1 in the order in which the product shows them. */
  place: number;
  picture: string;
  /** The address that it was fetched from; empty if it was imported from a file. */
  source: string;
}

/** The history of stock: the stock of a product is the sum of its changes. Rows are only added. */
export interface StockChangesTable {
  /** Not a foreign key: the history of a product that is removed stays. */
  product_id: string;
  /** Counts from 1 in the order of time. */
  number: number;
  /** Units that came (positive) or went (negative). */
  units: number;
  reason: StockReason;
  /** The order that took or returned the units, if any. */
  order_id: string | null;
  made_at: number;
}
export type StockChangeRow = Selectable<StockChangesTable>;

/** 'correction': what was there before the history began. */
export type StockReason =
  | 'import'
  | 'update'
  | 'order'
  | 'cancellation'
  | 'return'
  | 'correction'
  | 'removal';

/** Files that change stock by differences, each of which is applied once. */
export interface AppliedFilesTable {
  /** The hash of its bytes. */
  fingerprint: string;
  /** The number of its first records that are applied. */
  records: number;
  /** 1 if all of them are, else 0. */
  is_done: number;
  applied_at: number;
}

export interface CatalogueStateTable {
  /** Always 1: there is one catalogue. */
  id: number;
  /** Random, and new after every change that a shopper can see. */
  version: string;
  /** New after every change of the synonyms. */
  synonyms_version: Generated<string>;
}

export interface CatalogueSegmentsTable {
  /** A range of positions; see `catalogue/segments.ts`. */
  segment: number;
  /** Incremented by every change to a product in it. */
  revision: number;
  /** Incremented by every change to a text that the search tokenizes. */
  text_revision: Generated<number>;
}

export interface SynonymsTable {
  /** Counts from 1 in the order of the file. */
  number: number;
  /** The line of the file; see synonym-file.ts of the search engine. */
  line: string;
}

/** How often a text was searched for on a day. It has nothing of the person. */
export interface SearchesTable {
  /** Like `2026-11-25`, in the shop's time zone. */
  day: string;
  /** Words in lower case, without accents, in the singular. */
  text: string;
  searches: number;
  nothing_found: number;
}
