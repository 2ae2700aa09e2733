import { useLoaderData, useLocation } from 'react-router';
import { deskPaths } from '../../../contract/desk.ts';
import { orderStatuses } from '../../../contract/orders.ts';
import { Field, SelectField } from '../ui/form.tsx';
import { Filters, List } from '../ui/list.tsx';
import { listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listOrders(filters));

const statuses = [
  ['', 'all'],
  ...orderStatuses.map((status) => [status, status] as const),
] as const;

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  // What was found is of this page alone.
  const found = `?ids=${list.rows.map(({ id }) => id).join(',')}`;
  const these = filters.q === undefined ? search : found;
  return (
    <>
      <h1>Orders</h1>
      <Filters filters={filters} placeholder="number, name, product, parcel, address">
        <Field {...{ label: 'From', name: 'from', type: 'date', defaultValue: filters.from }} />
        <Field {...{ label: 'To', name: 'to', type: 'date', defaultValue: filters.to }} />
        <SelectField
          {...{ label: 'Status', name: 'status', value: filters.status, choices: statuses }}
        />
      </Filters>
      <div className="row spread">
        <p className="row">
          <a href={deskPaths.ship + these}>Ship several</a>
          <a href={deskPaths.slips + these}>Pick list and slips</a>
          <a href={deskPaths.ordersFile + these}>Export as CSV</a>
        </p>
        <form action={deskPaths.invoices} className="row fields">
          <Field
            {...{ label: 'Invoices of a month', name: 'month', type: 'month', required: true }}
            {...{ placeholder: '2026-11', pattern: '[0-9]{4}-[0-9]{2}' }}
          />
          <button type="submit" className="button">
            Print
          </button>
        </form>
      </div>
      <List
        {...{ list, label: 'Orders' }}
        none="No orders yet. The first one appears here and on Today."
      />
    </>
  );
}
