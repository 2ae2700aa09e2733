import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import * as messages from '../../../contract/messages.ts';
import { loginMutation } from '../../api/auth.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useShopName } from '../../app/site.ts';
import { type LoginState, useFieldProblem } from '../../session/credentials-form.ts';
import { startSession } from '../../session/session.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { toast } from '../../ui/toast/toasts.ts';

export default function Login() {
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const shopName = useShopName();
  const { mutate, isPending, isSuccess } = useMutation({
    ...loginMutation,
    onSuccess({ token, username, balance }, typed) {
      startSession({ username: username ?? typed.username.trim(), token, balance });
      toast.success(messages.loggedIn);
      // The shopper may have left this screen, even if that is not rendered yet.
      if (window.location.pathname === pathname) navigate('/');
    },
    onError: (error) => markRefusal('password', error),
  });

  return (
    <FormCard
      heading="Login"
      submitLabel={`LOGIN TO ${shopName.toUpperCase()}`}
      busyLabel="Logging in"
      // Stay busy until the next screen is shown.
      isBusy={isPending || isSuccess}
      onSubmit={({ username = '', password = '' }) => {
        if (isValid(findCredentialProblem(username, password))) mutate({ username, password });
      }}
      footer={
        <>
          Don’t have an account? <Link to="/register">Register now</Link>
        </>
      }
    >
      <PageMeta
        title="Login"
        description={`Log in to ${shopName} to fill your cart and order from your wallet.`}
        path="/login"
      />
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // The name that was just registered.
        defaultValue={(state as LoginState | null)?.username}
        error={errorOf('username')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errorOf('password')}
      />
    </FormCard>
  );
}
