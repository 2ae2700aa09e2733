/** What an invoice says of the seller, as the shop's identity has it when the invoice is issued. */
import type { ShopIdentity } from '../../../contract/shop-identity.ts';

/** The seller on invoices of a shop without an identity. */
const DEFAULT_SELLER = 'QKart';

/** @returns lines of text */
export function sellerOf(identity: ShopIdentity | undefined): string {
  const { name = DEFAULT_SELLER, seller } = identity ?? {};
  if (seller === undefined) return name;
  const { legalName, address, country, taxId, email, phone } = seller;
  return [legalName, address, country, taxId, email, phone].filter(Boolean).join('\n');
}

/** The tax that an amount includes. */
export function includedTax(
  identity: ShopIdentity | undefined,
  amountCents: number,
): { tax: string | null; tax_cents: number } {
  const { tax } = identity ?? {};
  if (tax === undefined) return { tax: null, tax_cents: 0 };
  const { name, percent } = tax;
  const taxCents = Math.round((amountCents * percent) / (100 + percent));
  return { tax: `${percent}% ${name}`, tax_cents: taxCents };
}
