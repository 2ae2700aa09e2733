import { type Listing, pageAddress, wholeCatalogue } from '../../../contract/listing.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useOwnShop, useShopName } from '../../session/site.ts';

interface ListMetaProps {
  listing: Listing;
  /** No product is in the list. */
  isEmpty?: boolean | undefined;
}

/** Search engines index the whole catalogue and each category: not searches, price ranges and what else an address may ask for. */
export function ListMeta({ listing, isEmpty = false }: ListMetaProps) {
  const { text, category, minCost, maxCost, minRating } = listing;
  const name = text || category;
  const shopName = useShopName();
  const own = useOwnShop()?.description;
  const about = own
    ? `${shopName}. ${own}`
    : `${shopName}, your one-stop shop for trending items with fast delivery.`;
  const isRange = minCost !== undefined || maxCost !== undefined || minRating !== undefined;
  const isIndexed = text === '' && !isRange && !(isEmpty && category !== '');
  return (
    <PageMeta
      title={name === '' ? undefined : name}
      description={name === '' ? undefined : `${name} at ${about}`}
      path={isIndexed ? pageAddress({ ...wholeCatalogue, category }) : undefined}
    />
  );
}
