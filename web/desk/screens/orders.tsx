import { useLoaderData } from 'react-router';
import { orderStatuses } from '../../../contract/orders.ts';
import { List } from '../ui/list.tsx';
import { type DeskArgs, readFilters, visitContext } from '../visit.ts';

export async function loader({ request, context }: DeskArgs) {
  const filters = readFilters(request);
  return { filters, list: await context.get(visitContext).desk.listOrders(filters) };
}

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Orders</h1>
      <form className="row">
        <label>
          Status{' '}
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
      <List list={list} label="Orders" />
    </>
  );
}
