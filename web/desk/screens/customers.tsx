import { useLoaderData } from 'react-router';
import { Filters, List } from '../ui/list.tsx';
import { listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listCustomers(filters));

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Customers</h1>
      <Filters filters={filters} placeholder="beginning of the name" />
      <List {...{ list, label: 'Customers' }} none="No customers yet. They register in the shop." />
    </>
  );
}
