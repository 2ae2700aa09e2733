import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { login } from '../../api/auth.ts';
import { NoAnswer, toastFailure } from '../../api/client.ts';
import { checkCredentials, useFieldProblem } from '../../session/credentials-form.ts';
import { startSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toasts.ts';

export default function Login() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { errorOf, tell } = useFieldProblem();
  const navigate = useNavigate();
  const loggingIn = useMutation({
    mutationFn: () => login({ username, password }),
    onSuccess(reply) {
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
      onSubmit={() => {
        if (!loggingIn.isPending && tell(checkCredentials(username, password))) loggingIn.mutate();
      }}
      footer={
        <>
          Don’t have an account? <Link to="/register">Register now</Link>
        </>
      }
    >
      <title>Login | QKart</title>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={errorOf('username')}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        error={errorOf('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {loggingIn.isPending ? (
        <Spinner label="Logging in" />
      ) : (
        <Button type="submit" wide>
          LOGIN TO QKART
        </Button>
      )}
    </FormCard>
  );
}
