import { useActionData, useLoaderData } from 'react-router';
import {
  CONFIRMED_ABOVE_DOLLARS,
  type CustomerIntent,
  type CustomerPage,
  customerDeskPath,
  deskPaths,
} from '../../../contract/desk.ts';
import { NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { formatCents } from '../../../contract/money.ts';
import { Field, IntentForm, ProblemText, useProblem, useTyped } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { actionOf, goTo, loaderOf } from '../visit.ts';

/** Also of the page that erases. */
export const loader = loaderOf(({ desk, id, filters }) => desk.readCustomer(id, filters));

export const action = actionOf(async ({ desk, id, ...form }) => {
  const { notice, password } = await desk.changeCustomer(id, form);
  // An address or a cookie would keep a password: it is in this page alone.
  if (password !== undefined) return { reset: { notice, password } };
  return goTo(customerDeskPath(id), { notice });
});

export function Component() {
  const customer = useLoaderData<typeof loader>();
  // Safe: `action` returns it, a problem, or nothing.
  const reply = useActionData() as { reset?: { notice: string; password: string } } | undefined;
  const { fields } = useProblem();
  const { id, name, isErased, balanceCents, orders } = customer;
  return (
    <>
      <div className="row spread">
        <h1>{name}</h1>
        <strong>{formatCents(balanceCents)} in the wallet</strong>
      </div>
      {(isErased || !Object.hasOwn(actions, fields?.intent ?? '')) && <ProblemText />}
      {reply?.reset && (
        <p role="status" className="notice">
          {reply.reset.notice} <code>{reply.reset.password}</code>
        </p>
      )}
      <div className="columns">
        <div className="stack">
          {isErased ? <p>The account is erased.</p> : <CustomerForms customer={customer} />}
        </div>
        <div className="stack">
          <section className="surface card stack gap-2">
            <h2>Orders</h2>
            <List list={orders} label="Orders" />
            {orders.rows.length > 0 && (
              <a href={`${deskPaths.orders}?customer=${encodeURIComponent(id)}`}>All orders</a>
            )}
          </section>
          <section className="surface card stack gap-2">
            <h2>Person</h2>
            <p className="secondary-text">
              Customer since {customer.since}. Sessions: {customer.sessions}.
            </p>
            {customer.addresses.map((address) => (
              <p key={address} className="lines">
                {address}
              </p>
            ))}
            <p className="row">
              <a href={`${customerDeskPath(id)}/data.json`}>Export the data</a>
              {!isErased && <a href={`${customerDeskPath(id)}/erase`}>Erase …</a>}
            </p>
          </section>
        </div>
        <section className="surface card stack gap-2">
          <h2>Wallet, newest first</h2>
          <List list={customer.statement} label="Wallet" />
        </section>
      </div>
    </>
  );
}

interface Action {
  title: string;
  button: string;
  text?: string;
}

/** The forms. Those without a text ask for an amount and a note. */
const actions: Record<Exclude<CustomerIntent, 'erase'>, Action> = {
  receive: { title: 'Money received', button: 'Book money received' },
  pay: { title: 'Pay out', button: 'Book money paid out' },
  grant: { title: 'Grant', button: 'Grant' },
  revoke: { title: 'Take a grant back', button: 'Take back' },
  'reset-password': {
    title: 'Reset the password',
    button: 'Reset the password',
    text: 'A random password is shown to you once. Sessions end, passkeys and recovery codes are removed.',
  },
  'end-sessions': {
    title: 'End the sessions',
    button: 'End all sessions',
    text: 'Logs the customer out everywhere.',
  },
};

function CustomerForms({ customer: { resets, key } }: { customer: CustomerPage }) {
  return Object.entries(actions).map(([intent, { title, button, text }]) => (
    <IntentForm
      key={intent}
      {...{ intent, title, button }}
      isOpen={intent === 'receive'}
      hidden={text === undefined ? { key } : { resets }}
    >
      {text === undefined ? (
        <div className="row fields">
          <Field
            {...{ label: 'Amount in dollars', name: 'amount', required: true }}
            {...{ inputMode: 'decimal', autoComplete: 'off' }}
          />
          <Field {...{ label: 'Note', name: 'note', maxLength: NOTE_MAX_LENGTH, required: true }} />
          <Confirmation />
        </div>
      ) : (
        <p>{text}</p>
      )}
    </IntentForm>
  ));
}

/** The second step of a large amount. */
function Confirmation() {
  const amount = useTyped('amount') ?? '';
  if (!(Number(amount.replace(',', '.')) > CONFIRMED_ABOVE_DOLLARS)) return null;
  return (
    <label>
      <input type="checkbox" name="confirmed" required value={amount} /> Amount and customer are
      right
    </label>
  );
}
