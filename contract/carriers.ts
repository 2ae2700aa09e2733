/** The carriers whose parcels can be followed by an address. */
import type { Carrier } from './shop-identity.ts';

/** NUMBER is replaced by the parcel's number. */
const addresses: Readonly<Record<string, string>> = {
  UPS: 'https://www.ups.com/track?tracknum=NUMBER',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=NUMBER',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=NUMBER',
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=NUMBER',
  DPD: 'https://www.dpd.com/tracking/?parcelNumber=NUMBER',
  GLS: 'https://gls-group.com/track/NUMBER',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/NUMBER',
  'Canada Post':
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=NUMBER',
  'Australia Post': 'https://auspost.com.au/mypost/track/#/details/NUMBER',
  'La Poste': 'https://www.laposte.fr/outils/suivre-vos-envois?code=NUMBER',
  PostNL: 'https://postnl.nl/tracktrace/?B=NUMBER',
};
export const knownCarriers: readonly string[] = Object.keys(addresses);

/**
 * @param own the carriers of the shop, which have precedence
 * @returns where the parcel can be followed; undefined for a carrier that is not known
 */
export function trackingAddress(
  carrier: string,
  number: string,
  own: readonly Carrier[] = [],
): string | undefined {
  const name = nameOf(carrier);
  const ofShop = own.find((candidate) => nameOf(candidate.name) === name);
  if (ofShop !== undefined) {
    return ofShop.url.replaceAll('{number}', () => encodeURIComponent(number));
  }
  const known = knownCarriers.find((candidate) => nameOf(candidate) === name) ?? '';
  return addresses[known]?.replace('NUMBER', encodeURIComponent(number));
}

function nameOf(carrier: string): string {
  return carrier.toLowerCase().replace(/\s+/g, ' ').trim();
}
