/** The records of feeds, and what a shop tells about its fields so that feeds can be read into them. */

/** Names in files: exports write the first, imports accept all. */
export type Names = readonly [string, ...string[]];

/** A field of the shop, with its names in files. */
export interface FeedField {
  /** The name in the shop's own formats. */
  readonly name: string;
  /** Another name that the shop's own formats accept. */
  readonly alias?: string;
  readonly shopify?: Names;
  readonly woo?: Names;
  readonly google?: Names;
  /**
   * The headings that people give it in tables of their own, in lower case. Those of one list mean the same, so a table
   * has at most one of them; a later list counts only if a table has none of the earlier ones.
   */
  readonly headings?: readonly (readonly string[])[];
  /** Headings that may mean the field or something else: the merchant is asked. */
  readonly doubtful?: readonly string[];
  /** Whether exports leave it out. */
  readonly isOnlyRead?: true;
}

/** What a shop hands over. The dialects translate the fields that are named in the README. */
export interface FeedShop {
  readonly fields: readonly FeedField[];
  /** The most pictures of a product. */
  readonly picturesMax: number;
  /** The code of its currency. */
  readonly currency: string;
  isProductId(text: string): boolean;
  /** Makes an id of a text. */
  makeId(text: string): string;
  /** Names a variant by its options: `M / Red`. */
  joinOptions(options: readonly string[]): string;
  /** `Shirt, M / Red` */
  nameVariant(title: string, option: string): string;
}

export type FeedEntry = FeedRecord | UnreadableRecord | LeftOutRecord;

/** One product of a feed. */
export interface FeedRecord {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The values by the shop's field names. An InvalidValue explains why the field is invalid. */
  values: ReadonlyMap<string, unknown>;
  /** The file's names of the shop's fields, if they differ, for error messages. */
  names: ReadonlyMap<string, string>;
  /** The values by the file's own field names. */
  source: ReadonlyMap<string, unknown>;
  /** The names of all fields that the file has, also of those that are empty here; absent if it is not known. */
  columns?: ReadonlySet<string>;
  /** Whether `columns` are the header of a table. */
  hasHeader?: boolean;
  /** Whether its row of the table is all of it. */
  isRow?: boolean;
  /** The file's names that mean nothing to the shop: one of them may be mistyped. */
  unread?: readonly string[];
  /** Whether the values are already those of mapped names. */
  isMapped?: true;
  /** Whether a variant's name may lack its option, and it may lack the picture that its group has. */
  isIncomplete?: boolean;
  /** It is no product of the file: it only changes the product of this id if the shop has it. */
  isOnlyChange?: true;
}

/** One unreadable record in an otherwise readable file. */
export interface UnreadableRecord {
  line: number;
  problem: string;
  /** See InvalidValue. */
  isOfColumn?: true;
}

/** A record of something that is not sold by itself. */
export interface LeftOutRecord {
  line: number;
  /** What the file calls it. */
  leftOut: string;
}

/** A value that can't be used. Feeds have it in place of the value. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
  /** The column of the file with the value, if the field is read from several. */
  readonly column: string | undefined;
  /** Whether the other rows are likely to have the same problem, so that it is said once. */
  readonly isOfColumn: boolean;

  constructor(message: string, column?: string, { isOfColumn = false } = {}) {
    super(message);
    this.column = column;
    this.isOfColumn = isOfColumn;
  }
}

/** The file can't be read beyond this line. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A product to be exported: its fields by the shop's names, and what shoppers see of it. */
export interface FeedProduct {
  readonly fields: Readonly<Record<string, unknown>> & {
    readonly _id: string;
    readonly name: string;
    readonly category: string;
    readonly categories: readonly string[] | null;
    readonly brand: string;
    readonly description: string;
    /** Dollars. */
    readonly cost: number;
    readonly stock: number | null;
    readonly active: boolean;
    readonly option: string | null;
    readonly group: string | null;
  };
  /** The addresses of its pictures, as feeds have named them. */
  readonly images: readonly string[];
  /** The picture that shoppers see; empty if there is none. */
  readonly picture: string;
  /** The path of its page. */
  readonly link: string;
  /** The name of its group; its own without one. */
  readonly groupName: string;
}

/** Who publishes a feed. */
export interface Publisher {
  readonly name: string;
  readonly seller?:
    | {
        readonly legalName: string;
        readonly address: string;
        readonly country: string;
        readonly email: string;
        readonly taxId?: string | undefined;
      }
    | undefined;
}

/** Writes the text of an exported feed. */
export interface FeedWriter {
  readonly header?: string;
  /**
   * @param products one product; or the variants of a group, if the writer wants them together
   * @returns a text for each product that the format doesn't leave out
   */
  write(products: readonly FeedProduct[]): string[];
  /** Whether it gets the variants of a group together. */
  readonly hasGroups?: true;
  /** The text between two products. */
  readonly separator?: string;
  readonly footer?: string;
}
