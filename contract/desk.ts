/** The interface between the server and the desk's screens, which it renders. */

export const deskPaths = {
  today: '/',
  orders: '/orders',
  ship: '/orders/ship',
  products: '/products',
  customers: '/customers',
  import: '/import',
  shop: '/shop',
  identityFile: '/shop.json',
  log: '/log',
  login: '/login',
  join: '/join',
  secondFactor: '/second-factor',
  logout: '/logout',
  news: '/news',
  documents: '/documents',
  invoices: '/invoices.html',
  slips: '/slips.html',
  ordersFile: '/orders.csv',
  catalogueFile: '/catalogue',
  refusedFile: '/refused.csv',
} as const;

export const orderDeskPath = (id: string) => `${deskPaths.orders}/${encodeURIComponent(id)}`;

export const customerDeskPath = (id: string) => `${deskPaths.customers}/${encodeURIComponent(id)}`;
export const productDeskPath = (id: string) => `${deskPaths.products}/${encodeURIComponent(id)}`;

export const documentDeskPath = (number: string) =>
  `${deskPaths.documents}/${encodeURIComponent(number)}`;

export const OPERATOR_PASSWORD_MIN_LENGTH = 12;
/** The field of each form that shows that a page of the desk sent it. */
export const FORM_TOKEN = 'token';

/** A second factor that is not set up yet. */
export interface NewSecondFactor {
  /** Base32. */
  secret: string;
  /** `otpauth:` with the secret, for apps on the same device. */
  uri: string;
  /** The same as an SVG. */
  qr: string;
}

/** Logins. Each cookie is a header Set-Cookie; `DeskVisit.problemOf` says what errors mean. */
export interface DeskAccess {
  logIn(name: string, password: string): Promise<{ cookie: string }>;
  /** @returns the operator whose link it is; undefined if it was used, or is too old */
  findLink(link: string): Promise<string | undefined>;
  /** Sets the password by a link. */
  join(link: string, password: string): Promise<{ cookie: string }>;
  /** @param secret that was proposed before @returns undefined if it is set up: then a code is asked for */
  proposeSecondFactor(secret?: string): Promise<NewSecondFactor | undefined>;
  setUpSecondFactor(secret: string, code: string): Promise<void>;
  giveCode(code: string): Promise<void>;
  logOut(): Promise<{ cookie: string }>;
}

/** A page of a list. */
export interface ListPage {
  /** The title of the column with the links; by default, the first has them. */
  linked?: string | undefined;
  columns: readonly { title: string; isRightAligned: boolean }[];
  rows: readonly ListRow[];
  /** The parameter `after` of the next page; undefined on the last one. */
  next: string | undefined;
  /** The sentence for a list without rows. */
  none: string;
}

export interface ListRow {
  id: string;
  /** The page of what the row is about. */
  href: string | undefined;
  cells: readonly string[];
}

/** The filters of a list, as its address has them. */
export type ListFilters = Readonly<Record<string, string>>;

/** @param address of a page or a file; of a parameter that is repeated, the last one counts */
export function filtersOf(address: string): ListFilters {
  const { searchParams } = new URL(address, 'http://desk');
  return Object.fromEntries([...searchParams].filter(([, value]) => value !== ''));
}

/** The fields of a form. */
export type Fields = Readonly<Record<string, string>>;

export interface SalesFigure {
  orders: number;
  /** Sales less cancellations and refunds. */
  netCents: number;
}

export interface Today {
  /** Orders to ship, the oldest first; the first of them as a list. */
  toShip: { count: number; list: ListPage };
  yesterday: SalesFigure;
  /** From the first of the month until now, and the same days of the month before. */
  thisMonth: SalesFigure;
  lastMonth: SalesFigure;
  lowStock: { count: number; list: ListPage };
  /** A sentence for each task, and the address of the page where it is done; undefined without such a page. */
  tasks: readonly { text: string; href?: string }[];
  /** The id of the newest order; empty without orders. */
  newestOrder: string;
}

/** The form that takes the last change back. */
export interface Undo {
  /** What it would do. */
  label: string;
  fields: Fields;
}

/** What can be done with an order now. */
export const orderIntents = [
  'ship',
  'track',
  'send',
  'refund',
  'reduce',
  'readdress',
  'cancel',
  'note',
] as const;
export type OrderIntent = (typeof orderIntents)[number];

export interface OrderHead {
  id: string;
  number: string;
  customer: string;
  /** Empty if the person was erased. */
  address: string;
  /** How many changes it had: a form says on which its decision is based. */
  version: number;
}

export interface OrderToShip extends OrderHead {
  lines: readonly { name: string; qty: number }[];
}

/** Amounts are cents. */
export interface OrderPage extends OrderHead {
  status: string;
  placed: string;
  customerId: string;
  totalCents: number;
  refundedCents: number;
  /** A name for the next change, so that a form that is sent twice counts once. */
  key: string;
  /** The latest. */
  parcel: { carrier: string; tracking: string } | undefined;
  lines: readonly OrderPageLine[];
  /** Oldest first. */
  history: readonly {
    at: string;
    what: string;
    who: string;
    amountCents: number;
    /** Units, parcel, note and former address. */
    details: readonly { text: string; href?: string | undefined }[];
  }[];
  /** The invoice, and its credit notes. */
  documents: readonly { title: string; href: string }[];
  undo: Undo | undefined;
  intents: readonly OrderIntent[];
}

export interface OrderPageLine {
  line: number;
  productId: string;
  name: string;
  costCents: number;
  qty: number;
  /** Units that were taken out before shipping, were paid back later, or went back to stock. */
  cancelled: number;
  refunded: number;
  restocked: number;
  /** Whether the stock of the product was counted. */
  isCounted: boolean;
}

/** Operators confirm larger amounts, because 125.00 without its point is 12500. */
export const CONFIRMED_ABOVE_DOLLARS = 1_000;

/** What can be done with the account of a customer. */
export const customerIntents = [
  'receive',
  'pay',
  'grant',
  'revoke',
  'reset-password',
  'end-sessions',
  'erase',
] as const;
export type CustomerIntent = (typeof customerIntents)[number];

export interface CustomerPage {
  id: string;
  name: string;
  isErased: boolean;
  since: string;
  balanceCents: number;
  addresses: readonly string[];
  /** How many there are, and until when. */
  sessions: string;
  /** The latest. */
  orders: ListPage;
  /** A page of the changes of the wallet, newest first. */
  statement: ListPage;
  /** Which documents would keep an address after an erasure, in a sentence; empty for none. */
  kept: string;
  /** How often operators have reset the password: a form says on what its decision is based. */
  resets: number;
  /** A name for the next change of the wallet, so that a form that is sent twice counts once. */
  key: string;
}

/** What a form asks of a new product: its fields with their labels. */
export const newProductFields = {
  name: 'Name',
  cost: 'Price in dollars',
  category: 'Category',
  stock: 'Stock',
} as const;

/** What can be done with a product. */
export const productIntents = ['edit', 'stock', 'sale', 'arrange', 'add-pictures'] as const;

export interface ProductPage {
  id: string;
  name: string;
  isOnSale: boolean;
  /** With those of its variants, if they differ. */
  price: string;
  /** Where shoppers see it. */
  address: string;
  /** Undefined if it is not counted. */
  stock: number | undefined;
  /** A name for the next change, so that a form that is sent twice counts once. */
  key: string;
  fields: readonly EditedField[];
  /** The shop's own, in their order. */
  pictures: readonly { name: string; address: string }[];
  /** The others of its group. */
  variants: ListPage | undefined;
  /** Changes by operators, the newest first. */
  log: ListPage;
  undo: Undo | undefined;
}

export interface EditedField {
  name: string;
  label: string;
  hint?: string | undefined;
  value: string;
  /** Whether it has many lines. */
  isLong?: boolean | undefined;
  /** Whether a file is sent; the value says what there is. */
  isFile?: boolean | undefined;
  /** What can be chosen, and nothing else. */
  choices?: readonly string[] | undefined;
}

/** The field of a form that has what a product's field was when the page was shown. */
export const beforeOf = (field: string) => `before-${field}`;

/** What a file of products would change. Lists have the first rows; counts are of all. */
export interface ImportPreview {
  counts: { added: number; changed: number; unchanged: number; refused: number };
  notes: readonly string[];
  refused: { count: number; list: ListPage };
  changes: { count: number; list: ListPage };
  canApply: boolean;
}

/** A file that an operator has chosen. */
export interface ImportRun {
  id: string;
  file: string;
  /** With the first values of each, and what it is unless something else is chosen. */
  columns: readonly { name: string; values: readonly string[]; found: string }[];
  /** The fields of the form of columns: `format`, `column-INDEX` and `set-FIELD`. */
  choices: Fields;
  /** Why the file can't be read as it is. */
  problem: string | undefined;
  /** How far the work on it is; undefined if nobody works on it. */
  progress: string | undefined;
  preview: ImportPreview | undefined;
  isDone: boolean;
  /** What the last step has led to. */
  result: { isProblem: boolean; text: string; hasRefusedRows?: boolean } | undefined;
}

export interface ImportPage {
  formats: readonly string[];
  exportedFormats: readonly string[];
  /** What a column can be. */
  columnChoices: readonly string[];
  /** Fields that can have a value for products without one. */
  defaults: readonly string[];
  /** What another operator is doing, in a sentence. */
  busy: string | undefined;
  /** Undefined before the operator has chosen a file. */
  run: ImportRun | undefined;
}

export const shopIntents = ['identity', 'synonyms', 'join'] as const;

export interface ShopPage {
  identity: readonly EditedField[];
  /** A line each. */
  synonyms: string;
  /** What shoppers searched for most, and nothing was found. */
  unfound: readonly { text: string; searches: number }[];
}

/** How the shop would look, without the pictures, and what would be refused. */
export interface ShopPreview {
  name: string;
  headline: string;
  line: string;
  /** Undefined without an accent, or if it is no colour. */
  accent: { sentence: string; light: Colours; dark: Colours } | undefined;
  /** The HTML of each legal text, or what is wrong with it. */
  texts: readonly { title: string; html: string; problems: readonly string[] }[];
}

/** Hexadecimal colours by the names of the design's tokens. */
export type Colours = Readonly<
  Record<'paper' | 'ink' | 'brand' | 'brand-ink' | 'action' | 'action-ink', string>
>;

/** A form that was sent. */
export interface SentForm {
  fields: Fields;
  uploads: readonly Upload[];
}

/** What a form has done, in a sentence. */
export interface Done {
  notice: string;
}

/**
 * What operators do at the desk. What is read is undefined if there is no such thing; `DeskVisit.problemOf` says what the
 * errors of changes mean.
 */
export interface Desk {
  readToday(): Promise<Today>;
  listOrders(filters: ListFilters): Promise<ListPage>;
  /** The orders of a list that wait to be shipped, oldest first. */
  listToShip(filters: ListFilters): Promise<readonly OrderToShip[]>;
  /** The form has `carrier`, and `ship-ID` or `tracking-ID` of orders; or a table of parcels. */
  shipOrders(form: SentForm): Promise<Done>;
  /** @param id or number */
  readOrder(id: string): Promise<OrderPage | undefined>;
  changeOrder(id: string, form: SentForm): Promise<Done>;
  listCustomers(filters: ListFilters): Promise<ListPage>;
  /** @param filters `after` is a change of the wallet */
  readCustomer(id: string, filters: ListFilters): Promise<CustomerPage | undefined>;
  /** @returns also the new password, which is kept nowhere */
  changeCustomer(id: string, form: SentForm): Promise<Done & { password?: string }>;
  listProducts(filters: ListFilters): Promise<ListPage>;
  readProduct(id: string): Promise<ProductPage | undefined>;
  changeProduct(id: string, form: SentForm): Promise<Done>;
  addProduct(form: SentForm): Promise<Done & { id: string }>;
  readImport(): Promise<ImportPage>;
  /** @returns the id of the import, for the address */
  changeImport(form: SentForm): Promise<{ id: string }>;
  readShop(): Promise<ShopPage>;
  changeShop(form: SentForm): Promise<Done>;
  /** @param fields those of the form of the identity */
  previewShop(fields: Fields): ShopPreview;
  listLog(filters: ListFilters): Promise<ListPage>;
}

/** A file that a form has sent. It is deleted when the request ends. */
export interface Upload {
  /** The name of the form's field. */
  field: string;
  /** The name that the file had. */
  name: string;
  /** Where it is until then. */
  path: string;
  bytes: number;
}

/** One request for a page. */
export interface DeskVisit {
  access: DeskAccess;
  desk: Desk;
  shop: { name: string; timeZone: string; carriers: readonly string[] };
  /** Undefined before the login. */
  operator: string | undefined;
  /** What each form sends as FORM_TOKEN. */
  token: string;
  /** What the form before this page has done. */
  notice: string | undefined;
  /** The files of the form. */
  uploads: readonly Upload[];
  /** Of the built styles and scripts. */
  assets: { style: string; script: string };
  /** @returns what an operator reads of an error; undefined for a defect */
  problemOf(error: unknown): string | undefined;
  /** Logs a defect. */
  report(error: unknown): void;
}

export type RenderDesk = (request: Request, visit: DeskVisit) => Promise<Response>;
