/** Invoices have no gap, and agree with the orders, which agree with the ledger. */
import { type RawBuilder, sql } from 'kysely';
import { type Invariant, invariant, unionOf } from './invariant.ts';

/** Transactions that run at the same time may be committed in another order than they began. */
const LATE_MS = 60_000;

/** Documents of release 1.0.0 took seller and rate of the day of issue, and numbers the year of the order. */
const isIssuedByThisRelease = sql`
  exists (
    select 1 from orders join sale_terms on sale_terms.number = orders.terms
    where orders.id = invoices.order_id and since is not null
  )`;

/** As `includedTax` in the contract computes it. */
const includedTax = (gross: RawBuilder<unknown>) =>
  sql`((2 * ${gross} * rate + (100000 + rate)) / (2 * (100000 + rate)))`;

export const invoiceInvariants: readonly Invariant[] = [
  invariant(
    'invoices are numbered without a gap',
    sql`
      select year || ': ' || count(*) || ' invoices, up to ' || max(sequence) as sentence
      from invoices group by year
      having (min(sequence) = 1 and max(sequence) = count(*)) is not true`,
  ),
  invariant(
    'every invoice is of an order, and every credit note of what went back of one',
    unionOf([
      sql`
        select 'invoice ' || invoices.number || ': ' || amount_cents || ' cents, and its order '
          || orders.total_cents || ' cents, invoice ' || coalesce(orders.invoice, 'none') as sentence
        from invoices left join orders on orders.id = invoices.order_id
        where change_number = 0
          and (orders.total_cents = amount_cents and orders.invoice = invoices.number) is not true`,
      sql`
        select 'credit note ' || invoices.number || ': ' || invoices.amount_cents
          || ' cents, and the change of its order ' || coalesce(order_changes.amount_cents, 0)
          || ' cents' as sentence
        from invoices left join order_changes on order_changes.order_id = invoices.order_id
          and order_changes.number = change_number
        where change_number > 0 and (order_changes.amount_cents = invoices.amount_cents
          and order_changes.invoice = invoices.number) is not true`,
      sql`
        select 'order ' || orders.id || ' names invoice ' || orders.invoice || ', which is not its'
          as sentence
        from orders left join invoices on invoices.number = orders.invoice
          and invoices.order_id = orders.id and change_number = 0
        where orders.invoice is not null and invoices.number is null`,
    ]),
  ),
  invariant(
    'the number of a document has the year of its day, and days never go back',
    unionOf([
      sql`
        select 'invoice ' || number || ' is issued on ' || issued_on || ', number ' || sequence
          || ' of ' || year as sentence
        from invoices
        where (number = year || '-' || case when sequence < 1000000
            then substr(cast(1000000 + sequence as text), 2) else cast(sequence as text) end
          and substr(issued_on, 1, 4) = cast(year as text) and issued_on >= supplied_on) is not true
          and ${isIssuedByThisRelease}`,
      sql`
        select 'invoice ' || number || ' is issued on ' || issued_on || ', and the one before on '
          || before as sentence
        from (
          select number, issued_on, lag(issued_on) over (order by year, sequence) as before
          from invoices
        ) as days where issued_on < before`,
    ]),
  ),
  invariant(
    'every credit note comes after its invoice',
    sql`
      select 'credit note ' || notes.number || ' of invoice ' || coalesce(invoice, 'none')
        as sentence
      from invoices as notes join orders on orders.id = notes.order_id
        left join invoices as first on first.number = orders.invoice
      where notes.change_number > 0
        and ((first.year, first.sequence) < (notes.year, notes.sequence)) is not true`,
  ),
  invariant(
    'every line has a rate of the terms of its order, which its changes share',
    unionOf([
      sql`
        select 'order ' || order_id || ', line ' || line || ': rate '
          || coalesce(cast(tax_rate as text), 'none') as sentence
        from order_items join orders on orders.id = order_id
        where case when tax_rate is null
          then exists (select 1 from sale_rates where sale_rates.terms = orders.terms)
          else not exists (
            select 1 from sale_rates where sale_rates.terms = orders.terms and rate = tax_rate
          ) end`,
      sql`
        select 'order ' || order_id || ', change ' || order_changes.number || ': terms '
          || coalesce(cast(order_changes.terms as text), 'none') as sentence
        from order_changes join orders on orders.id = order_id
        where coalesce(order_changes.terms, 0)
          <> case when amount_cents > 0 then coalesce(orders.terms, 0) else 0 end`,
    ]),
  ),
  invariant(
    'the tax of every invoice is that of the lines of its order',
    unionOf([
      sql`
        select 'invoice ' || number || ': ' || sum(cents) || ' cents too much with rate ' || rate
          as sentence
        from (
          select invoices.number as number, rate, gross_cents as cents
          from invoice_taxes join invoices on invoices.number = invoice_taxes.number
          where change_number = 0
          union all
          select invoice, tax_rate, -cost_cents * qty
          from order_items join orders on orders.id = order_id
          where invoice is not null and tax_rate is not null
        ) as amounts group by number, rate having sum(cents) <> 0`,
      sql`
        select 'invoice ' || invoices.number || ': ' || tax_cents || ' cents of ' || gross_cents
          || ' with rate ' || rate as sentence
        from invoice_taxes join invoices on invoices.number = invoice_taxes.number
        where change_number = 0 and tax_cents <> ${includedTax(sql`gross_cents`)}
          and ${isIssuedByThisRelease}`,
    ]),
  ),
  invariant(
    'credit notes have no more of a rate than the invoice, and the tax of their sum',
    unionOf([
      sql`
        select 'credit note ' || invoices.number || ': ' || amount_cents || ' cents, and '
          || sum(gross_cents) || ' by rate' as sentence
        from invoices join invoice_taxes on invoice_taxes.number = invoices.number
        where change_number > 0
        group by invoices.number, amount_cents having sum(gross_cents) <> amount_cents`,
      sql`
        select 'credit note ' || invoices.number || ' has no tax' as sentence
        from invoices join orders on orders.id = order_id
        where change_number > 0
          and exists (select 1 from invoice_taxes where invoice_taxes.number = orders.invoice)
          and not exists (
            select 1 from invoice_taxes where invoice_taxes.number = invoices.number
          )`,
      sql`
        select 'order ' || order_id || ': credit notes of ' || gross || ' cents with rate ' || rate
          || ' have ' || tax || ' cents of tax, and the invoice has ' || coalesce(sold, 0)
          as sentence
        from (
          select order_id, rate, cast(sum(gross_cents) as bigint) as gross,
            cast(sum(tax_cents) as bigint) as tax, (
              select gross_cents from invoice_taxes as of_invoice
                join orders on orders.invoice = of_invoice.number
              where orders.id = order_id and of_invoice.rate = invoice_taxes.rate
            ) as sold
          from invoices join invoice_taxes on invoice_taxes.number = invoices.number
          where change_number > 0 and ${isIssuedByThisRelease} and not exists (
            select 1 from order_changes where order_changes.order_id = invoices.order_id
              and terms is not null and invoice is null)
          group by order_id, rate
        ) as credited
        where (gross <= sold and tax = ${includedTax(sql`gross`)}) is not true`,
    ]),
  ),
  invariant(
    'no order and no credit is left out of the documents',
    unionOf([
      sql`
        select 'order ' || id || ' has no invoice, and a later one has' as sentence from orders
        where invoice is null and terms is not null and placed_at + ${sql.lit(LATE_MS)} < (
          select max(placed_at) from orders where invoice is not null)`,
      sql`
        select 'order ' || order_id || ', change ' || number
          || ' has no credit note, and a later one has' as sentence
        from order_changes
        where invoice is null and terms is not null and made_at + ${sql.lit(LATE_MS)} < (
          select max(made_at) from order_changes where invoice is not null)`,
    ]),
  ),
];
