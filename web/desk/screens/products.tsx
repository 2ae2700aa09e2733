import { useLoaderData } from 'react-router';
import { SelectField } from '../ui/form.tsx';
import { Filters, List } from '../ui/list.tsx';
import { listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listProducts(filters));

const stocks = [
  ['', 'any'],
  ['low', 'low'],
] as const;
const sales = [
  ['', 'yes or no'],
  ['on', 'yes'],
  ['off', 'no'],
] as const;

export function Component() {
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Products</h1>
      <Filters filters={filters} placeholder="id, or words as shoppers type them">
        <SelectField
          {...{ label: 'Stock', name: 'stock', value: filters.stock, choices: stocks }}
        />
        <SelectField {...{ label: 'On sale', name: 'sale', value: filters.sale, choices: sales }} />
      </Filters>
      <List {...{ list, label: 'Products' }} none="No products yet. Import adds those of a file." />
    </>
  );
}
