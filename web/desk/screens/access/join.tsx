import { useLoaderData } from 'react-router';
import { deskPaths, OPERATOR_PASSWORD_MIN_LENGTH } from '../../../../contract/desk.ts';
import { Field, Form, ProblemText } from '../../ui/form.tsx';
import { LoginCard } from '../../ui/login-card.tsx';
import { type DeskArgs, follow, goTo, readFilters, readForm, visitContext } from '../../visit.ts';

export async function loader({ request, context }: DeskArgs) {
  const { link = '' } = readFilters(request);
  return { name: await context.get(visitContext).access.findLink(link) };
}

export async function action({ request, context }: DeskArgs) {
  const { password = '', repeated = '' } = await readForm(request);
  const { link = '' } = readFilters(request);
  if (password !== repeated) return { problem: 'The two passwords differ.', fields: {} };
  const outcome = await context.get(visitContext).access.join(link, password);
  return follow(outcome, {}, ({ cookie }) => goTo(deskPaths.secondFactor, { cookie }));
}

export function Component() {
  const { name } = useLoaderData<typeof loader>();
  if (name === undefined) {
    return (
      <LoginCard title="This link no longer works">
        <p>It was used, or is older than a day. Whoever runs the shop can make another one.</p>
        <p className="row">
          <a href={deskPaths.login}>Log in</a>
        </p>
      </LoginCard>
    );
  }
  const password = { type: 'password', autoComplete: 'new-password', required: true };
  return (
    <LoginCard title={`Welcome, ${name}`}>
      <Form className="stack">
        <input type="hidden" name="name" autoComplete="username" value={name} />
        <Field
          {...{ label: 'Choose a password', name: 'password', ...password, autoFocus: true }}
          minLength={OPERATOR_PASSWORD_MIN_LENGTH}
          hint={`At least ${OPERATOR_PASSWORD_MIN_LENGTH} characters`}
        />
        <Field {...{ label: 'Repeat it', name: 'repeated', ...password }} />
        <ProblemText />
        <button type="submit" className="button primary">
          Set the password
        </button>
      </Form>
    </LoginCard>
  );
}
