import { useActionData, useLoaderData } from 'react-router';
import { deskPaths, type NewSecondFactor } from '../../../../contract/desk.ts';
import { Field, Form, ProblemText } from '../../ui/form.tsx';
import { LoginCard } from '../../ui/login-card.tsx';
import { type DeskArgs, follow, goTo, readForm, useVisit, visitContext } from '../../visit.ts';

export async function loader({ context }: DeskArgs) {
  return { proposed: await context.get(visitContext).access.proposeSecondFactor() };
}

export async function action({ request, context }: DeskArgs) {
  const { secret, code = '' } = await readForm(request);
  const { access } = context.get(visitContext);
  const outcome = await (secret === undefined
    ? access.giveCode(code)
    : access.setUpSecondFactor(secret, code));
  const followed = follow(outcome, {}, () => goTo(deskPaths.today));
  if (followed instanceof Response) return followed;
  // The app has the secret already.
  return { ...followed, proposed: await access.proposeSecondFactor(secret) };
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
