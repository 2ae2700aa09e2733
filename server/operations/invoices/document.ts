/** Invoices and credit notes for the printer. */
import { formatDay } from '../../../contract/dates.ts';
import { documentWords, partialRefund, taxOfLines } from '../../../contract/documents.ts';
import { formatCents, toCents } from '../../../contract/money.ts';
import type { Invoice } from '../../../contract/orders.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { escapeXml } from '../../platform/xml.ts';
import { formatNumber } from '../../shop/codes.ts';
import type { AdminInvoice } from './find.ts';

const STYLE = `
@page { margin: 15mm 20mm }
body { margin: 0; color: #000; font: 11pt/1.4 system-ui, sans-serif }
section { break-after: page }
section:last-child { break-after: auto }
header { display: grid; grid-template-columns: 1fr 75mm; gap: 8mm; align-items: end; margin: 0 0 8mm }
.seller { grid-column: 2; white-space: pre-line; font-size: 10pt }
.seller img { display: block; max-width: 60mm; height: 12mm; margin: 0 0 4mm; object-fit: contain; object-position: left }
address { align-self: start; font-style: normal; white-space: pre-line }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 4mm; margin: 0; font-size: 10pt }
dt { color: #444 }
dd { margin: 0 }
h1 { margin: 0 0 4mm; font-size: 16pt }
p { margin: 0 0 2mm }
table { width: 100%; margin: 0 0 6mm; border-collapse: collapse }
th { text-align: start; font-weight: 600 }
th, td { padding: 2mm 2mm 2mm 0; border-bottom: .2mm solid #999; vertical-align: top }
tr { break-inside: avoid }
.amount { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
@media screen { section { max-width: 210mm; margin: 0 auto; padding: 15mm 20mm; border-bottom: 1px solid #999 } }
`;

const HEAD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Invoices</title><style>${STYLE}</style></head><body>
`;

/**
 * Streams a page of HTML that needs nothing else, with a sheet for each document; nothing if there is none.
 * @param shop its logo is an SVG
 */
export async function* toInvoices(
  pages: AsyncIterable<readonly AdminInvoice[]>,
  { logo, locale }: Pick<ShopIdentity, 'logo' | 'locale'> = {},
): AsyncGenerator<string> {
  const dayOf = (day: string) => formatDay(day, 'long', locale);
  const image =
    logo === undefined
      ? ''
      : `<img alt="" src="data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}">`;
  let isBegun = false;
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (!isBegun) yield HEAD;
    isBegun = true;
    yield page.map((document) => toSheet(document, { logo: image, dayOf })).join('');
  }
  if (isBegun) yield '</body></html>\n';
}

function toSheet(
  found: AdminInvoice,
  { logo, dayOf }: { logo: string; dayOf: (day: string) => string },
): string {
  const { document, order, invoice } = found;
  const { number, seller, issuedOn, suppliedOn, buyer = '' } = document;
  const isCredit = invoice.change_number > 0;
  const words = documentWords(isCredit);
  const facts = [
    ['Number', number],
    ['Date of issue', dayOf(issuedOn)],
    [words.suppliedOn, dayOf(suppliedOn)],
    ...(isCredit ? [['Credit for invoice', order.order.invoice ?? '']] : []),
    ['Order', formatNumber(order.order.number)],
    ['Customer', order.username],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeXml(value)}</dd>`);
  return `<section><header><p class="seller">${logo}${escapeXml(seller)}</p>
<address>${escapeXml(buyer)}</address><dl>${facts.join('')}</dl></header>
<h1>${words.kind} ${number}</h1>${toLines(document, words.total)}${toTaxes(document)}
<p>${words.paid}</p></section>
`;
}

export function titleOf({ invoice }: Pick<AdminInvoice, 'invoice'>): string {
  return documentWords(invoice.change_number > 0).kind;
}

/** @param totalLabel what the total is */
function toLines(document: Invoice, totalLabel: string): string {
  const { lines, total } = document;
  const tax = taxOfLines(document);
  const span = tax ? 4 : 3;
  const rows = lines.map(
    ({ name, qty, cost, amount, taxPercent }) =>
      `<tr><td>${escapeXml(name)}</td>${tax ? cell(`${taxPercent}%`) : ''}${cell(String(qty))}${money(cost)}${money(amount)}</tr>`,
  );
  if (rows.length === 0) {
    rows.push(`<tr><td colspan="${span}">${partialRefund}</td>${money(total)}</tr>`);
  }
  const titles = [...(tax ? [tax] : []), 'Units', 'Price', 'Amount'];
  return `<table><thead><tr><th>Product</th>${titles.map(heading).join('')}</tr></thead>
<tbody>${rows.join('\n')}
<tr><th colspan="${span}">${totalLabel}</th>${money(total)}</tr></tbody></table>`;
}

function toTaxes({ taxes }: Invoice): string {
  const [first] = taxes;
  if (first === undefined) return '';
  const rows = taxes.map(
    ({ percent, net, tax, gross }) =>
      `<tr><td>${percent}%</td>${money(net)}${money(tax)}${money(gross)}</tr>`,
  );
  return `
<table><thead><tr><th>Included ${escapeXml(first.name)}</th>${['Net', first.name, 'Gross'].map(heading).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function heading(text: string): string {
  return `<th class="amount">${escapeXml(text)}</th>`;
}

function money(dollars: number): string {
  return cell(formatCents(toCents(dollars)));
}

function cell(text: string): string {
  return `<td class="amount">${text}</td>`;
}
