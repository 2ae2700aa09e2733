import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { register } from '../../api/auth.ts';
import { NoAnswer, toastFailure } from '../../api/client.ts';
import {
  checkCredentials,
  type FieldProblem,
  useFieldProblem,
} from '../../session/credentials-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toasts.ts';

export default function Register() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { errorOf, tell } = useFieldProblem();
  const navigate = useNavigate();
  const registering = useMutation({
    mutationFn: () => register({ username, password }),
    onSuccess() {
      toast.success(messages.registered);
      navigate('/login');
    },
    onError(error) {
      // Spec 8: without a response, a toast in default styling.
      if (error instanceof NoAnswer) toast.plain(messages.backendUnreachable);
      else toastFailure(error, messages.backendUnreachable);
    },
  });

  function findProblem(): FieldProblem | undefined {
    const problem = checkCredentials(username, password);
    if (problem || password === confirmation) return problem;
    return { field: 'confirmation', message: messages.passwordsDiffer };
  }

  return (
    <FormCard
      heading="Register"
      onSubmit={() => {
        if (!registering.isPending && tell(findProblem())) registering.mutate();
      }}
      footer={
        <>
          Already have an account? <Link to="/login">Login here</Link>
        </>
      }
    >
      <title>Register | QKart</title>
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
        autoComplete="new-password"
        hint={`Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
        value={password}
        error={errorOf('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmation"
        autoComplete="new-password"
        value={confirmation}
        error={errorOf('confirmation')}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      {registering.isPending ? (
        <Spinner label="Registering" />
      ) : (
        <Button type="submit" wide>
          Register Now
        </Button>
      )}
    </FormCard>
  );
}
