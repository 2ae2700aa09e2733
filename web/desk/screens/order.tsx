import { useLoaderData } from 'react-router';
import {
  customerDeskPath,
  deskPaths,
  type OrderIntent,
  type OrderPage,
  orderDeskPath,
} from '../../../contract/desk.ts';
import { ADDRESS_MAX_LENGTH, NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { formatCents } from '../../../contract/money.ts';
import { Field, IntentForm, ProblemText, UndoForm, useProblem, useTyped } from '../ui/form.tsx';
import { CarrierField, OrderHistory, OrderLines } from '../ui/order.tsx';
import { actionOf, goTo, loaderOf } from '../visit.ts';

export const loader = loaderOf(({ desk, id }) => desk.readOrder(id));

export const action = actionOf(async ({ desk, id, ...form }) =>
  goTo(orderDeskPath(id), await desk.changeOrder(id, form)),
);

export function Component() {
  const order = useLoaderData<typeof loader>();
  const { number, status, placed, customer, address, documents } = order;
  const { fields } = useProblem();
  const isFormGone = !order.intents.some((intent) => intent === fields?.intent);
  return (
    <>
      <div className="row spread">
        <h1>Order {number}</h1>
        <strong className="status" data-status={status}>
          {status}
        </strong>
      </div>
      {isFormGone && <ProblemText />}
      <UndoForm undo={order.undo} />
      <div className="columns">
        <div className="stack">
          <section className="surface card stack gap-2">
            <OrderLines order={order} />
          </section>
          <section className="surface card stack gap-2">
            <h2>To</h2>
            <p className="lines">{address === '' ? 'erased' : address}</p>
            <p className="secondary-text">
              <a href={customerDeskPath(order.customerId)}>{customer}</a>, placed {placed}
            </p>
            <p className="row">
              <a href={`${deskPaths.slips}?ids=${order.id}`}>Packing slip</a>
              {documents.map(({ title, href }) => (
                <a key={href} href={href}>
                  {title}
                </a>
              ))}
            </p>
          </section>
        </div>
        <div className="stack">
          <OrderForms order={order} />
        </div>
        <OrderHistory order={order} />
      </div>
    </>
  );
}

interface Action {
  title: string;
  /** The label of the button; the amount that it moves comes after it. */
  button: string;
  isDangerous?: true;
  Fields(props: { order: OrderPage }): React.ReactNode;
}

const actions: Record<OrderIntent, Action> = {
  ship: { title: 'Ship', button: 'Mark as shipped', Fields: () => <ParcelFields /> },
  track: { title: 'Correct the parcel', button: 'Save', Fields: CorrectedParcel },
  send: {
    title: 'Another parcel',
    button: 'Add the parcel',
    Fields: () => <ParcelFields required />,
  },
  refund: { title: 'Refund', button: 'Pay back', Fields: UnitFields },
  reduce: { title: 'Take units out', button: 'Take out and pay back', Fields: UnitFields },
  readdress: { title: 'Mend the address', button: 'Save the address', Fields: AddressField },
  cancel: {
    title: 'Cancel the order',
    button: 'Cancel the order',
    isDangerous: true,
    Fields: CancelText,
  },
  note: { title: 'Note', button: 'Add the note', Fields: () => null },
};

function OrderForms({ order }: { order: OrderPage }) {
  return order.intents.map((intent) => {
    const { title, button, isDangerous, Fields } = actions[intent];
    return (
      <IntentForm
        key={intent}
        {...{ intent, title, button, isDangerous }}
        isOpen={intent === 'ship'}
        hidden={{ version: order.version, key: order.key }}
      >
        <Fields order={order} />
        <div className="row fields">
          {intent === 'ship' && <Untracked />}
          <Field
            label={intent === 'note' ? 'Note' : 'Note for the history'}
            {...{ name: 'note', maxLength: NOTE_MAX_LENGTH, required: intent === 'note' }}
          />
        </div>
      </IntentForm>
    );
  });
}

function Untracked() {
  return (
    <label>
      <input type="checkbox" name="untracked" defaultChecked={useTyped('untracked') === 'on'} />
      Without tracking
    </label>
  );
}

function CorrectedParcel({ order: { parcel } }: { order: OrderPage }) {
  return <ParcelFields required {...parcel} />;
}

interface ParcelProps {
  required?: boolean;
  carrier?: string;
  tracking?: string;
}

function ParcelFields({ required = false, carrier, tracking }: ParcelProps) {
  return (
    <div className="row fields">
      <CarrierField {...{ required, defaultValue: carrier }} />
      <Field
        {...{ label: 'Tracking number', name: 'tracking', required, defaultValue: tracking }}
      />
    </div>
  );
}

function UnitFields({ order }: { order: OrderPage }) {
  const isShipped = order.status !== 'placed';
  return (
    <ul>
      {order.lines.map(({ line, name, costCents, qty, cancelled, refunded, isCounted }) => {
        const left = qty - cancelled - refunded;
        if (left === 0) return null;
        return (
          <li key={line} className="row units">
            <Field
              label={
                <>
                  <span>{name}</span> ({left} at {formatCents(costCents)})
                </>
              }
              {...{ name: `units-${line}`, type: 'number', min: 0, max: left, defaultValue: 0 }}
            />
            {isShipped && isCounted && <Restock name={`restock-${line}`} />}
          </li>
        );
      })}
    </ul>
  );
}

function Restock({ name }: { name: string }) {
  return (
    <label>
      <input type="checkbox" name={name} defaultChecked={useTyped(name) === 'on'} /> back to stock
    </label>
  );
}

function AddressField({ order }: { order: OrderPage }) {
  return (
    <label className="field">
      Address
      <textarea
        {...{ name: 'address', rows: 4, maxLength: ADDRESS_MAX_LENGTH, required: true }}
        defaultValue={useTyped('address') ?? order.address}
      />
    </label>
  );
}

function CancelText({ order }: { order: OrderPage }) {
  const left = formatCents(order.totalCents - order.refundedCents);
  return (
    <>
      <p>
        {left} goes back to the wallet of <span>{order.customer}</span>, and counted stock returns.
        This cannot be undone.
      </p>
      <label>
        <input type="checkbox" name="sure" required /> Cancel order {order.number}
      </label>
    </>
  );
}
