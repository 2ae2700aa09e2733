/** The interface between the server and the pages that it renders. */
import { Type } from 'typebox';
import { type Facets, Product } from './catalogue.ts';
import type { Listing } from './listing.ts';
import { PICTURES_MAX } from './pictures.ts';
import { schemasShown } from './product-fields.ts';
import type { Seller, ShopIdentity } from './shop-identity.ts';

/** A product of a group, as its page offers it beside the others. */
export const Variant = Type.Object({
  ...Product.properties,
  ...schemasShown('variants'),
});
export type Variant = Type.Static<typeof Variant>;

/** A product with the details of its page. The API's `Product` has fewer fields (R9.4). */
export const ProductDetails = Type.Object({
  ...Variant.properties,
  ...schemasShown('details'),
  pictures: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The addresses of its pictures, `image` first; absent in earlier releases',
      maxItems: PICTURES_MAX,
    }),
  ),
  variants: Type.Array(Variant, {
    description: 'The variants of its group on sale, itself among them; empty without a group',
  }),
});
export type ProductDetails = Type.Static<typeof ProductDetails>;

export interface ProductPage {
  products: Product[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** The corrected text that was searched for, if the given text looked like a typo. */
  correctedTo?: string | undefined;
  /** The words of the first product, if no product has all words of the text. */
  relaxedTo?: string | undefined;
  /** The words of the first of further products, which follow the few that have all words of the text. */
  extendedTo?: string | undefined;
}

/** Finds up to `limit` products of a listing. @throws Refusal CURSOR_INVALID */
export type FindProducts = (listing: Listing, limit: number) => Promise<ProductPage>;

/** A legal text of the shop. */
export interface LegalText {
  name: string;
  title: string;
  /** Made of Markdown by the server. */
  html: string;
}

/** What all pages show of the shop's identity. Files are given by their paths. */
export interface PageShop
  extends Pick<
    ShopIdentity,
    'name' | 'title' | 'description' | 'footer' | 'timeZone' | 'locale' | 'delivery'
  > {
  hero?: {
    promise: string;
    text?: string;
    /** Attributes of its picture. */
    picture?: { src: string; srcSet: string };
  };
  /** The picture of previews. */
  preview?: string;
  logo?: {
    src: string;
    /** For the dark scheme. */
    dark?: string;
    /** In units of its own. */
    width: number;
    height: number;
  };
  icon: string;
  /** For phones, which take no SVG. */
  touchIcon: string;
  manifest: string;
  seller?: Seller;
  /** Which tax prices include: with one rate alone like `19% VAT`, else like `VAT`. */
  tax?: string;
  /** The legal texts, for links to them. */
  legal?: { name: string; title: string }[];
  /** The seller as JSON-LD. */
  organization?: string;
  /** Replaces the colours of the pages' tokens; left out without an accent. */
  style?: string;
  /** The background of the pages. */
  background?: { light: string; dark: string };
}

export interface PageServices {
  /** Finds a page of products; the first page if the cursor is invalid. */
  findProducts(listing: Listing): Promise<ProductPage>;
  /** Undefined until the server has indexed the catalogue. */
  findFacets(listing: Listing): Promise<Facets | undefined>;
  /** Whether the catalogue has variants. */
  hasGroups(): Promise<boolean>;
  /** The product that the address names; undefined if it names none that is on sale. */
  product: ProductDetails | undefined;
  /** The legal text that the address names; undefined if it names none that there is. */
  legalText: LegalText | undefined;
  /** Undefined if the shop has no identity of its own. */
  shop: PageShop | undefined;
  /** The public origin of the shop, without a slash at the end, for absolute URLs. */
  origin: string;
  /** The nonce with which the Content-Security-Policy allows inline scripts. */
  nonce: string;
}
