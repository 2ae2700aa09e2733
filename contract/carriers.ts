/** The carriers whose parcels can be followed by an address. */
import type { Carrier } from './shop-identity.ts';

/** NUMBER is replaced by the parcel's number. */
const addresses: Readonly<Record<string, string>> = {
  ups: 'https://www.ups.com/track?tracknum=NUMBER',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=NUMBER',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=NUMBER',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=NUMBER',
  dpd: 'https://www.dpd.com/tracking/?parcelNumber=NUMBER',
  gls: 'https://gls-group.com/track/NUMBER',
  'royal mail': 'https://www.royalmail.com/track-your-item#/tracking-results/NUMBER',
  'canada post':
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=NUMBER',
  'australia post': 'https://auspost.com.au/mypost/track/#/details/NUMBER',
  'la poste': 'https://www.laposte.fr/outils/suivre-vos-envois?code=NUMBER',
  postnl: 'https://postnl.nl/tracktrace/?B=NUMBER',
};

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
  if (!Object.hasOwn(addresses, name)) return undefined;
  return addresses[name]?.replace('NUMBER', encodeURIComponent(number));
}

function nameOf(carrier: string): string {
  return carrier.toLowerCase().replace(/\s+/g, ' ').trim();
}
