import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import { PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { registerMutation } from '../../api/auth.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { type LoginState, NewPasswordFields, UsernameField } from '../../credentials/fields.tsx';
import { FormCard } from '../../credentials/form-card.tsx';
import { findConfirmationProblem, useForm } from '../../credentials/use-form.ts';
import { useShopName } from '../../session/site.ts';
import { toast } from '../../ui/toast/toasts.ts';

export default function Register() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shopName = useShopName();
  const register = useMutation({
    ...registerMutation,
    onSuccess(_reply, { username }) {
      toast.success(messages.registered);
      const state: LoginState = { username: username.trim() };
      // The shopper may have left this screen, even if that is not rendered yet.
      if (window.location.pathname === pathname) navigate('/login', { state, replace: true });
    },
  });
  const form = useForm({
    change: register,
    leadsOn: true,
    // In the order of R3.1.
    check: (texts) =>
      findCredentialProblem(texts.username, texts.password) ?? findConfirmationProblem(texts),
    variablesOf: ({ username, password }) => ({ username, password }),
    refusals: { PASSWORD_GUESSABLE: 'password', other: 'username' },
  });

  return (
    <FormCard
      form={form}
      heading="Register"
      submitLabel="Register Now"
      busyLabel="Registering"
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
      <UsernameField {...form.field('username')} />
      <NewPasswordFields
        field={form.field}
        label="Password"
        confirmation="Confirm Password"
        hint={`Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
      />
    </FormCard>
  );
}
