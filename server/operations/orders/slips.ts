/** Packing slips for the printer: a pick list of all units, then a page for each order. */
import { escapeXml } from '../../platform/xml.ts';
import { formatNumber } from '../../shop/codes.ts';
import type { AdminOrder } from './orders.ts';

/** The address lies where window envelopes have their window (DIN 5008 B; also #10 folded in three). */
const STYLE = `
@page { margin: 15mm 20mm }
* { box-sizing: border-box }
body { margin: 0; color: #000; font: 11pt/1.4 system-ui, sans-serif; overflow-wrap: anywhere }
section { break-after: page }
section:last-child { break-after: auto }
address { height: 45mm; margin: 22mm 0 10mm; font-style: normal; white-space: pre-line; overflow: hidden }
h1 { margin: 0 0 4mm; font-size: 16pt }
p { margin: 0 0 2mm }
table { width: 100%; border-collapse: collapse }
th { text-align: start; overflow-wrap: normal; font-weight: 600 }
th, td { padding: 2mm 2mm 2mm 0; border-bottom: .2mm solid #999; vertical-align: top }
tr { break-inside: avoid }
thead { display: table-header-group }
.box { width: 8mm }
.box::before { content: ''; display: block; width: 4.5mm; height: 4.5mm; border: .3mm solid #000 }
.units { width: 18mm; font-variant-numeric: tabular-nums }
.id { width: 45mm; color: #444 }
@media screen { section { max-width: 210mm; margin: 0 auto; padding: 15mm 20mm; border-bottom: 1px solid #999 } }
`;

interface Slips {
  /** The shop's name. */
  shop: string;
  /** Gives the day of a time in the shop's time zone. */
  dayOf: (time: number) => string;
  /** Reads the orders from the first one on. It is called twice, so use a snapshot. */
  readOrders: () => AsyncIterable<readonly AdminOrder[]>;
}

const byName = new Intl.Collator('en', { numeric: true });

interface Picked {
  productId: string;
  name: string;
  units: number;
}

/** Streams a page of HTML that needs nothing else; nothing if there are no orders. */
export async function* toSlips({ shop, dayOf, readOrders }: Slips): AsyncGenerator<string> {
  const { products, orders } = await sumUp(readOrders());
  if (orders === 0) return;
  const title = `${shop}: ${orders === 1 ? '1 order' : `${orders} orders`}`;
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeXml(title)}</title>
<style>${STYLE}</style></head><body><main>
<section><h1>Pick list</h1><p>${escapeXml(title)}</p>${toTable(products)}</section>
`;
  for await (const page of readOrders()) {
    yield page.map((order) => toSlip(order, { shop, dayOf })).join('');
  }
  yield '</main></body></html>\n';
}

async function sumUp(pages: AsyncIterable<readonly AdminOrder[]>) {
  const products = new Map<string, Picked>();
  let orders = 0;
  for await (const page of pages) {
    orders += page.length;
    for (const { product_id: productId, name, qty } of page.flatMap(toLeft)) {
      const picked = products.get(productId) ?? { productId, name, units: 0 };
      picked.units += qty;
      products.set(productId, picked);
    }
  }
  const sorted = [...products.values()].sort((one, other) => byName.compare(one.name, other.name));
  return { products: sorted, orders };
}

/** The lines without the units that were taken out. */
function toLeft({ items }: AdminOrder): AdminOrder['items'] {
  return items
    .map((item) => ({ ...item, qty: item.qty - item.cancelled }))
    .filter(({ qty }) => qty > 0);
}

function toSlip(stored: AdminOrder, { shop, dayOf }: Pick<Slips, 'shop' | 'dayOf'>): string {
  const { order } = stored;
  const lines = toLeft(stored).map(({ product_id, name, qty }) => ({
    productId: product_id,
    name,
    units: qty,
  }));
  return `<section><p>${escapeXml(shop)}</p><address>${escapeXml(order.address)}</address>
<h1>Order ${formatNumber(order.number)}</h1><p>Placed ${dayOf(order.placed_at)}</p>${toTable(lines)}</section>
`;
}

function toTable(rows: readonly Picked[]): string {
  const lines = rows.map(
    ({ productId, name, units }) =>
      `<tr><td class="box"></td><td class="units">${units}</td><td>${escapeXml(name)}</td><td class="id">${escapeXml(productId)}</td></tr>`,
  );
  return `<table><thead><tr><td></td><th>Units</th><th>Product</th><th>Id</th></tr></thead>
<tbody>${lines.join('\n')}</tbody></table>`;
}
