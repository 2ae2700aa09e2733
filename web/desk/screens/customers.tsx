import { useLoaderData } from 'react-router';
import { Field } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { type DeskArgs, openFound, readFilters, visitContext } from '../visit.ts';

export async function loader({ request, context }: DeskArgs) {
  const filters = readFilters(request);
  const list = await context.get(visitContext).desk.listCustomers(filters);
  openFound(filters, list);
  return { filters, list };
}

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
