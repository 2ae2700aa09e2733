import { useLoaderData } from 'react-router';
import { productDeskPath, productIntents } from '../../../contract/desk.ts';
import { NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { PICTURES_MAX } from '../../../contract/pictures.ts';
import { Field, IntentForm, ProblemText, TextField, UndoForm, useProblem } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { Pictures } from '../ui/pictures.tsx';
import { actionOf, goTo, loaderOf } from '../visit.ts';

export const loader = loaderOf(({ desk, id }) => desk.readProduct(id));

export const action = actionOf(async ({ desk, id, ...form }) =>
  goTo(productDeskPath(id), await desk.changeProduct(id, form)),
);

export function Component() {
  const product = useLoaderData<typeof loader>();
  const { id, name, address, isOnSale, price, stock, key, variants, log } = product;
  const { fields } = useProblem();
  return (
    <>
      <div className="row spread">
        <h1>{name}</h1>
        <strong className="status" data-status={isOnSale ? 'placed' : undefined}>
          {isOnSale ? 'on sale' : 'not on sale'}
        </strong>
      </div>
      <p className="row secondary-text">
        <strong>{price}</strong>
        <span>{id}</span>
        {isOnSale && <a href={address}>See it in the shop</a>}
      </p>
      {!productIntents.some((intent) => intent === fields?.intent) && <ProblemText />}
      <UndoForm undo={product.undo} />
      <div className="columns">
        <div className="stack">
          <IntentForm
            intent="stock"
            title="Stock"
            button="Change the stock"
            isOpen
            hidden={{ key }}
          >
            <StockFields stock={stock} />
          </IntentForm>
          <IntentForm {...{ intent: 'edit', title: 'Edit', button: 'Save' }}>
            {product.fields.map((field) => (
              <TextField key={field.name} field={field} />
            ))}
          </IntentForm>
          <IntentForm
            {...{ intent: 'sale', title: isOnSale ? 'Take off sale' : 'Put on sale' }}
            button={isOnSale ? 'Take off sale' : 'Put on sale'}
            hidden={{ active: isOnSale ? 'no' : 'yes' }}
          >
            <p>
              {isOnSale
                ? 'Shoppers no longer find it; carts say that it is gone.'
                : 'Shoppers find it within moments.'}
            </p>
          </IntentForm>
        </div>
        <div className="stack">
          <section className="surface card stack gap-2">
            <h2>Pictures</h2>
            <Pictures pictures={product.pictures} />
          </section>
          <IntentForm
            {...{ intent: 'add-pictures', title: 'Add pictures', button: 'Add' }}
            encType="multipart/form-data"
            isOpen={product.pictures.length === 0}
          >
            <Field
              label="Drop pictures here, or choose them"
              hint={`JPEG, PNG, WebP, AVIF or GIF. The first picture is the one on the card; at most ${PICTURES_MAX}.`}
              {...{
                name: 'pictures',
                type: 'file',
                accept: 'image/*',
                multiple: true,
                required: true,
              }}
            />
          </IntentForm>
        </div>
      </div>
      {variants !== undefined && (
        <section className="surface card stack gap-2">
          <h2>Variants</h2>
          <List list={variants} label="Variants" />
        </section>
      )}
      <section className="surface card stack gap-2">
        <h2>History</h2>
        <List list={log} label="Changes" />
      </section>
    </>
  );
}

function StockFields({ stock }: { stock: number | undefined }) {
  const isCounted = stock !== undefined;
  return (
    <>
      <p>
        {isCounted ? (
          <>
            <strong>{stock}</strong> to sell
          </>
        ) : (
          'Not counted: it never sells out.'
        )}
      </p>
      <div className="row fields">
        {isCounted && (
          <Field
            {...{ label: 'More or fewer units', name: 'units', placeholder: '+12 or -3' }}
            {...{ inputMode: 'text', autoComplete: 'off', pattern: ' *[+\\-−]?[0-9]{1,9} *' }}
          />
        )}
        <Field
          label={isCounted ? 'Or what was counted' : 'Units to sell'}
          {...{ name: 'counted', type: 'number', min: 0 }}
        />
      </div>
      <Field {...{ label: 'Reason', name: 'reason', maxLength: NOTE_MAX_LENGTH }} />
      {isCounted && (
        <label>
          <input type="checkbox" name="isCounted" value="no" /> no longer count it
        </label>
      )}
    </>
  );
}
