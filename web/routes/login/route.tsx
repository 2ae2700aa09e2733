import { useTransition } from 'react';
import { Link, useNavigate } from 'react-router';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import * as messages from '../../../contract/messages.ts';
import { type Credentials, login, toastAuthFailure } from '../../api/auth.ts';
import { useFieldProblem } from '../../session/credentials-form.ts';
import { startSession } from '../../session/session.ts';
import { PageMeta } from '../../shell/page-meta.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { toast } from '../../ui/toast/toasts.ts';

export default function Login() {
  const { errorOf, tell } = useFieldProblem();
  const navigate = useNavigate();
  const [isBusy, startLogin] = useTransition();

  async function logIn(credentials: Credentials): Promise<void> {
    try {
      const { username = credentials.username.trim(), token, balance } = await login(credentials);
      startSession({ username, token, balance });
      toast.success(messages.loggedIn);
      navigate('/');
    } catch (error) {
      toastAuthFailure(error);
    }
  }

  return (
    <FormCard
      heading="Login"
      submitLabel="LOGIN TO QKART"
      busyLabel="Logging in"
      isBusy={isBusy}
      onSubmit={({ username = '', password = '' }) => {
        if (tell(findCredentialProblem(username, password))) {
          startLogin(() => logIn({ username, password }));
        }
      }}
      footer={
        <>
          Don’t have an account? <Link to="/register">Register now</Link>
        </>
      }
    >
      <PageMeta
        title="Login | QKart"
        description="Log in to QKart to fill your cart and order from your wallet."
        path="/login"
      />
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
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
