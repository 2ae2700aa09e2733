/** Invoices and credit notes for the printer. */
import { formatCents, toCents } from '../../../contract/money.ts';
import type { Invoice } from '../../../contract/orders.ts';
import { escapeXml } from '../../platform/xml.ts';
import { formatNumber } from '../../shop/orders/number.ts';
import type { DeskInvoice } from './find.ts';

const STYLE = `
@page { margin: 15mm 20mm }
body { margin: 0; color: #000; font: 11pt/1.4 system-ui, sans-serif }
section { break-after: page }
section:last-child { break-after: auto }
address { min-height: 30mm; margin: 12mm 0 8mm; font-style: normal; white-space: pre-line }
h1 { margin: 0 0 4mm; font-size: 16pt }
p { margin: 0 0 2mm }
.seller { white-space: pre-line }
table { width: 100%; margin: 6mm 0; border-collapse: collapse }
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
 * @param dayOf gives the day of a time in the shop's time zone
 */
export async function* toInvoices(
  pages: AsyncIterable<readonly DeskInvoice[]>,
  dayOf: (time: number) => string,
): AsyncGenerator<string> {
  let isBegun = false;
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (!isBegun) yield HEAD;
    isBegun = true;
    yield page.map((document) => toSheet(document, dayOf)).join('');
  }
  if (isBegun) yield '</body></html>\n';
}

function toSheet(found: DeskInvoice, dayOf: (time: number) => string): string {
  const { document, order } = found;
  const { number, seller, issuedOn, buyer = '' } = document;
  const facts = [
    `Date ${issuedOn}`,
    `Order ${formatNumber(order.order.number)}, placed ${dayOf(order.order.placed_at)}`,
  ].map((fact) => `<p>${fact}</p>`);
  const to = [order.username, buyer].join('\n').trim();
  return `<section><p class="seller">${escapeXml(seller)}</p><address>${escapeXml(to)}</address>
<h1>${titleOf(found)} ${number}</h1>${facts.join('')}${
    found.invoice.change_number === 0 ? '' : `<p>Credit for invoice ${order.order.invoice}</p>`
  }${toLines(found)}${toTaxes(document)}</section>
`;
}

export function titleOf({ invoice }: Pick<DeskInvoice, 'invoice'>): string {
  return invoice.change_number === 0 ? 'Invoice' : 'Credit note';
}

function toLines({ document, invoice }: DeskInvoice): string {
  const rows = document.lines.map(
    ({ name, qty, cost, amount }) =>
      `<tr><td>${escapeXml(name)}</td>${cell(String(qty))}${money(cost)}${money(amount)}</tr>`,
  );
  const isCredit = invoice.change_number > 0;
  return `<table><thead><tr><th>Product</th><th class="amount">Units</th><th class="amount">Price</th><th class="amount">Amount</th></tr></thead>
<tbody>${rows.join('\n')}
<tr><th colspan="3">${isCredit ? 'Back in the wallet' : 'Total'}</th>${money(document.total)}</tr></tbody></table>
${isCredit ? '' : '<p>Paid from the wallet.</p>'}`;
}

function toTaxes({ taxes }: Invoice): string {
  return taxes
    .map(
      ({ name, percent, tax }) =>
        `<p>Includes ${percent}% ${escapeXml(name)}: ${formatCents(toCents(tax))}</p>`,
    )
    .join('');
}

function money(dollars: number): string {
  return cell(formatCents(toCents(dollars)));
}

function cell(text: string): string {
  return `<td class="amount">${text}</td>`;
}
