import { useActionData, useLoaderData } from 'react-router';
import { deskPaths, type NewSecondFactor } from '../../../../contract/desk.ts';
import { Field, Form, ProblemText } from '../../ui/form.tsx';
import { LoginCard } from '../../ui/login-card.tsx';
import { actionOf, type DeskArgs, goTo, loaderOf, useVisit, visitContext } from '../../visit.ts';

export const loader = loaderOf(async ({ access }) => ({
  proposed: await access.proposeSecondFactor(),
}));

const giveCode = actionOf(
  async ({ access, fields: { secret, code = '' } }) => {
    if (secret === undefined) await access.giveCode(code);
    else await access.setUpSecondFactor(secret, code);
    return goTo(deskPaths.today);
  },
  ({ secret = '' }) => ({ secret }),
);

export async function action(args: DeskArgs) {
  const reply = await giveCode(args);
  if (reply instanceof Response) return reply;
  // The app has the secret already.
  const { access } = args.context.get(visitContext);
  return { ...reply, proposed: await access.proposeSecondFactor(reply.fields.secret) };
}

function CodeField({ hint }: { hint: string }) {
  return (
    <Field
      {...{ label: 'Code of six digits', name: 'code', hint, required: true, autoFocus: true }}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]{6,7}"
    />
  );
}

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { proposed = loaded.proposed } =
    (useActionData() as { proposed?: NewSecondFactor } | undefined) ?? {};
  const { operator } = useVisit();
  if (proposed === undefined) {
    return (
      <LoginCard title="Your second factor">
        <Form className="stack">
          <CodeField hint="Your authenticator app shows it." />
          <ProblemText />
          <button type="submit" className="button primary">
            Go on
          </button>
        </Form>
        <LogOut />
      </LoginCard>
    );
  }
  return (
    <LoginCard title="A second factor">
      <p>
        With it, a password alone opens nothing. Scan this with an authenticator app, or{' '}
        <a href={proposed.uri}>open the app here</a>.
      </p>
      <img className="qr" alt="" src={`data:image/svg+xml,${encodeURIComponent(proposed.qr)}`} />
      <p className="secondary-text">
        Or type it there: <code>{proposed.secret}</code>
      </p>
      <ProblemText />
      <Form className="stack">
        <input type="hidden" name="secret" value={proposed.secret} />
        <CodeField hint="What the app shows then." />
        <button type="submit" className="button primary">
          Set it up
        </button>
      </Form>
      {operator === undefined ? (
        <LogOut />
      ) : (
        <p className="row">
          <a href={deskPaths.today}>Not now</a>
        </p>
      )}
    </LoginCard>
  );
}

function LogOut() {
  return (
    <Form action={deskPaths.logout}>
      <button type="submit" className="link">
        Log out
      </button>
    </Form>
  );
}
