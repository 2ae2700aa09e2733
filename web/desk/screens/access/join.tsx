import { useLoaderData } from 'react-router';
import { deskPaths, OPERATOR_PASSWORD_MIN_LENGTH } from '../../../../contract/desk.ts';
import { Field, Form, ProblemText } from '../../ui/form.tsx';
import { LoginCard } from '../../ui/login-card.tsx';
import { actionOf, goTo, loaderOf } from '../../visit.ts';

export const loader = loaderOf(async ({ access, filters: { link = '' } }) => ({
  name: await access.findLink(link),
}));

export const action = actionOf(
  async ({ access, filters: { link = '' }, fields: { password = '', repeated } }) => {
    if (password !== repeated) return { problem: 'The two passwords differ.', fields: {} };
    return goTo(deskPaths.secondFactor, await access.join(link, password));
  },
  // No password is sent back.
  () => ({}),
);

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
