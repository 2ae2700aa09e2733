import { useLoaderData } from 'react-router';
import { Field } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listCustomers(filters));

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Customers</h1>
      <form className="row fields">
        <Field
          {...{ label: 'Find', name: 'q', type: 'search', defaultValue: filters.q }}
          placeholder="beginning of the name"
        />
        <button type="submit" className="button">
          Show
        </button>
      </form>
      <List {...{ list, label: 'Customers' }} none="No customers yet. They register in the shop." />
    </>
  );
}
