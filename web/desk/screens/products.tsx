import { useLoaderData } from 'react-router';
import { Field } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listProducts(filters));

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Products</h1>
      <form className="row fields">
        <Field
          {...{ label: 'Find', name: 'q', type: 'search' }}
          placeholder="id, or words as shoppers type them"
          defaultValue={filters.q}
        />
        <label className="field">
          Stock
          <select name="stock" defaultValue={filters.stock ?? ''}>
            <option value="">any</option>
            <option value="low">low</option>
          </select>
        </label>
        <label className="field">
          On sale
          <select name="sale" defaultValue={filters.sale ?? ''}>
            <option value="">yes or no</option>
            <option value="on">yes</option>
            <option value="off">no</option>
          </select>
        </label>
        <button type="submit" className="button">
          Show
        </button>
      </form>
      <List {...{ list, label: 'Products' }} none="No products yet. Import adds those of a file." />
    </>
  );
}
