import { useLoaderData } from 'react-router';
import { customerDeskPath } from '../../../contract/desk.ts';
import { formatCents } from '../../../contract/money.ts';
import { Field, Form, ProblemText, useProblem } from '../ui/form.tsx';
import { loader } from './customer.tsx';

export { action } from './customer.tsx';
export { loader };

const settlements = { received: 'It was paid out', forfeits: 'Book it as income' };

export function Component() {
  const { id, name, balanceCents, kept } = useLoaderData<typeof loader>();
  const { fields = {} } = useProblem();
  const path = customerDeskPath(id);
  return (
    <>
      <h1>Erase {name}?</h1>
      <p>
        Name, password, sessions, addresses, cart and notes are removed. This cannot be undone.
        Orders, wallet and ledger stay under a pseudonym; backups keep what they have. {kept}
      </p>
      <Form className="surface card stack" action={`${path}/erase`}>
        <ProblemText />
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="balance" value={balanceCents} />
        {balanceCents > 0 && (
          <fieldset>
            <legend>The wallet has {formatCents(balanceCents)}</legend>
            {Object.entries(settlements).map(([value, label]) => (
              <label key={value}>
                <input
                  {...{ type: 'radio', name: 'settlement', value, required: true }}
                  defaultChecked={fields.settlement === value}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        <Field
          label={`Type ${name} to confirm`}
          {...{ name: 'name', required: true, autoComplete: 'off' }}
          defaultValue={fields.name}
        />
        <p className="row">
          <button type="submit" className="button danger">
            Erase {name}
          </button>
          <a className="button" href={path}>
            Back
          </a>
        </p>
      </Form>
    </>
  );
}
