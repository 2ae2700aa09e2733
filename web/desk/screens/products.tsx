import { useLoaderData } from 'react-router';
import { newProductFields, productDeskPath } from '../../../contract/desk.ts';
import { Field, IntentForm, SelectField } from '../ui/form.tsx';
import { Filters, List } from '../ui/list.tsx';
import { actionOf, goTo, listLoaderOf } from '../visit.ts';

export const loader = listLoaderOf((desk, filters) => desk.listProducts(filters));

export const action = actionOf(async ({ desk, ...form }) => {
  const { id, notice } = await desk.addProduct(form);
  return goTo(productDeskPath(id), { notice });
});

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
      <IntentForm {...{ intent: 'add', title: 'New product', button: 'Add' }}>
        <div className="row fields">
          {Object.entries(newProductFields).map(([name, label]) => (
            <Field key={name} {...{ name, label, required: name === 'name' || name === 'cost' }} />
          ))}
        </div>
      </IntentForm>
      <List {...{ list, label: 'Products' }} none="No products yet. Import adds those of a file." />
    </>
  );
}
