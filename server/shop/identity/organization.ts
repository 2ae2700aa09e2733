/** The seller as JSON-LD, in the vocabulary of https://schema.org. */
import type { Organization, WithContext } from 'schema-dts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';

/** @param origin the public origin of the shop */
export function describeOrganization(
  { name, seller }: ShopIdentity,
  { origin, logo }: { origin: string; logo: string | undefined },
): string | undefined {
  if (seller === undefined) return undefined;
  const { legalName, address, country, taxId, email, phone } = seller;
  const organization: WithContext<Organization> = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    legalName,
    url: `${origin}/`,
    ...(logo && { logo: origin + logo }),
    email,
    ...(phone && { telephone: phone }),
    ...(taxId && { vatID: taxId }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.split('\n').join(', '),
      addressCountry: country,
    },
  };
  return JSON.stringify(organization);
}
