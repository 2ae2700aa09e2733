import { Fragment } from 'react';
import { useLoaderData } from 'react-router';
import { deskPaths, type OrderToShip, orderDeskPath } from '../../../contract/desk.ts';
import { Field, Form, IntentForm, ProblemText, useProblem } from '../ui/form.tsx';
import { CarrierField } from '../ui/order.tsx';
import { actionOf, goTo, loaderOf } from '../visit.ts';

export const loader = loaderOf(({ desk, filters }) => desk.listToShip(filters));

export const action = actionOf(async ({ desk, ...form }) => {
  const { fields } = form;
  if (fields.intent !== 'slips') return goTo(deskPaths.ship, await desk.shipOrders(form));
  const ids = findTicked(fields).join(',');
  if (ids !== '') return goTo(`${deskPaths.slips}?ids=${encodeURIComponent(ids)}`);
  const problem = 'Tick the orders to print.';
  return { problem, fields: { ...fields, intent: 'ship' } };
});

export function Component() {
  const orders = useLoaderData<typeof loader>();
  const { fields } = useProblem();
  const ids = orders.map(({ id }) => id).join(',');
  return (
    <>
      <h1>Ship several</h1>
      {orders.length === 0 ? (
        <p className="secondary-text">No such orders wait to be shipped.</p>
      ) : (
        <Form className="surface card stack">
          <input type="hidden" name="intent" value="ship" />
          <ProblemText intent="ship" />
          <p className="secondary-text">
            Those that are ticked, or have a tracking number, at once.
          </p>
          <CarrierField defaultValue={fields?.carrier} />
          <ul>
            {orders.map((order) => (
              <Row key={order.id} order={order} fields={fields} />
            ))}
          </ul>
          <p className="row">
            <button type="submit" className="button primary">
              Mark as shipped
            </button>
            <button type="submit" name="intent" value="slips" className="button">
              Pick list and slips of those ticked
            </button>
            <a href={`${deskPaths.slips}?ids=${ids}`}>Of all</a>
          </p>
        </Form>
      )}
      <IntentForm
        {...{ intent: 'table', title: 'From a table of parcels', button: 'Ship all of the table' }}
        encType="multipart/form-data"
      >
        <Field
          label="Drop the table here, or choose it"
          hint="With the columns order, carrier and tracking, as carriers export it. All are shipped, or none."
          {...{ name: 'table', type: 'file', required: true }}
        />
      </IntentForm>
    </>
  );
}

const TICK = 'ship-';

const findTicked = (fields: Record<string, string>) =>
  Object.keys(fields).flatMap((name) => (name.startsWith(TICK) ? name.slice(TICK.length) : []));

function Row({
  order,
  fields,
}: {
  order: OrderToShip;
  fields?: Record<string, string> | undefined;
}) {
  const { id, number, customer, address, lines, version } = order;
  const tracking = `tracking-${id}`;
  return (
    <li className="row units">
      <input type="hidden" name={`version-${id}`} value={version} />
      <label>
        <input type="checkbox" name={TICK + id} defaultChecked={fields?.[TICK + id] === 'on'} />
        Order <a href={orderDeskPath(id)}>{number}</a>
      </label>
      <p>
        {lines.map(({ name, qty }, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            {qty} × <span>{name}</span>
          </Fragment>
        ))}{' '}
        <small className="secondary-text">
          to <span>{customer}</span>, <span>{address}</span>
        </small>
      </p>
      <Field
        label={`Tracking number of ${number}`}
        {...{ name: tracking, defaultValue: fields?.[tracking] }}
      />
    </li>
  );
}
