import { useLoaderData, useLocation } from 'react-router';
import { deskPaths } from '../../../contract/desk.ts';
import { orderStatuses } from '../../../contract/orders.ts';
import { Field } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listOrders(filters));

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  // What was found is of this page alone.
  const found = `?ids=${list.rows.map(({ id }) => id).join(',')}`;
  const these = filters.q === undefined ? search : found;
  return (
    <>
      <h1>Orders</h1>
      <form className="row fields">
        <Field
          {...{ label: 'Find', name: 'q', type: 'search' }}
          placeholder="number, name, product, parcel, address"
          defaultValue={filters.q}
        />
        <Field {...{ label: 'From', name: 'from', type: 'date', defaultValue: filters.from }} />
        <Field {...{ label: 'To', name: 'to', type: 'date', defaultValue: filters.to }} />
        <label className="field">
          Status
          <select name="status" defaultValue={filters.status ?? ''}>
            <option value="">all</option>
            {orderStatuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="button">
          Show
        </button>
      </form>
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
