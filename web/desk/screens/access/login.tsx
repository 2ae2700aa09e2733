import { deskPaths } from '../../../../contract/desk.ts';
import { Field, Form, ProblemText, useProblem } from '../../ui/form.tsx';
import { LoginCard } from '../../ui/login-card.tsx';
import { actionOf, goTo } from '../../visit.ts';

export const action = actionOf(
  async ({ access, request, filters: { to = '' }, fields: { name = '', password = '' } }) =>
    goTo(toOwnPath(to, request.url), await access.logIn(name, password)),
  // The password is not sent back.
  ({ name = '' }) => ({ name }),
);

/** Only a path of the desk: an address from elsewhere must not lead to another site, as `/\t/evil.example` would. */
function toOwnPath(to: string, address: string): string {
  const desk = new URL(deskPaths.today, address);
  if (!URL.canParse(to, desk)) return deskPaths.today;
  const { origin, pathname, search } = new URL(to, desk);
  return origin === desk.origin && !pathname.startsWith('//') ? pathname + search : deskPaths.today;
}

export function Component() {
  const { fields } = useProblem();
  return (
    <LoginCard title="Log in to the desk">
      <Form className="stack">
        <Field
          {...{ label: 'Name', name: 'name', autoComplete: 'username', required: true }}
          defaultValue={fields?.name}
          autoFocus={fields === undefined}
        />
        <Field
          {...{ label: 'Password', name: 'password', type: 'password', required: true }}
          autoComplete="current-password"
          autoFocus={fields !== undefined}
        />
        <ProblemText />
        <button type="submit" className="button primary">
          Log in
        </button>
      </Form>
    </LoginCard>
  );
}
