import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import { PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { registerMutation } from '../../api/auth.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { FormCard } from '../../credentials/form-card.tsx';
import {
  findConfirmationProblem,
  type LoginState,
  useFieldProblem,
} from '../../credentials/use-field-problem.ts';
import { UsernameField } from '../../credentials/username-field.tsx';
import { useShopName } from '../../session/site.ts';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';

export default function Register() {
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shopName = useShopName();
  const { mutate, isPending, isSuccess } = useMutation({
    ...registerMutation,
    onSuccess(_reply, { username }) {
      toast.success(messages.registered);
      const state: LoginState = { username: username.trim() };
      // The shopper may have left this screen, even if that is not rendered yet.
      if (window.location.pathname === pathname) navigate('/login', { state });
    },
    onError(error) {
      const isOfPassword = error.message === messages.passwordGuessable;
      markRefusal(isOfPassword ? 'password' : 'username', error);
    },
  });

  return (
    <FormCard
      heading="Register"
      submitLabel="Register Now"
      busyLabel="Registering"
      // Stay busy until the next screen is shown.
      isBusy={isPending || isSuccess}
      onSubmit={({ username = '', password = '', confirmation = '' }) => {
        // In the order of spec 5.1 to 5.5.
        const problem =
          findCredentialProblem(username, password) ??
          findConfirmationProblem(password, confirmation);
        if (isValid(problem)) mutate({ username, password });
      }}
      footer={
        <>
          Your account has a wallet, from which you pay. Already have an account?{' '}
          <Link to="/login">Login here</Link>
        </>
      }
    >
      <PageMeta
        title="Register"
        description={`Open a ${shopName} account: a name, a password, and a filled wallet to shop with.`}
        path="/register"
      />
      <UsernameField error={errorOf('username')} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
        error={errorOf('password')}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmation"
        autoComplete="new-password"
        error={errorOf('confirmation')}
      />
    </FormCard>
  );
}
