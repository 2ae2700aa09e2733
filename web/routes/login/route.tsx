import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { login } from '../../api/auth.ts';
import { NoAnswer, toastFailure } from '../../api/client.ts';
import { checkCredentials, useFieldProblem } from '../../session/credentials-form.ts';
import { startSession } from '../../session/session.ts';
import { PageMeta } from '../../shell/page-meta.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { toast } from '../../ui/toast/toasts.ts';

export default function Login() {
  const { errorOf, tell } = useFieldProblem();
  const navigate = useNavigate();
  const loggingIn = useMutation({
    mutationFn: login,
    onSuccess(reply, { username }) {
      startSession({
        username: reply.username ?? username.trim(),
        token: reply.token,
        balance: reply.balance,
      });
      toast.success(messages.loggedIn);
      navigate('/');
    },
    onError(error) {
      // Spec 8: without a response, a toast in default styling.
      if (error instanceof NoAnswer) toast.plain(messages.backendUnreachable);
      else toastFailure(error, messages.backendUnreachable);
    },
  });

  return (
    <FormCard
      heading="Login"
      submitLabel="LOGIN TO QKART"
      busyLabel="Logging in"
      isBusy={loggingIn.isPending}
      onSubmit={({ username = '', password = '' }) => {
        if (tell(checkCredentials(username, password))) loggingIn.mutate({ username, password });
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
