import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import * as messages from '../../../contract/messages.ts';
import { isRecovery, RECOVERY_ADDRESS } from '../../../contract/page-addresses.ts';
import { loginMutation } from '../../api/auth.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { focusUsername, type LoginState, UsernameField } from '../../credentials/fields.tsx';
import { FormCard } from '../../credentials/form-card.tsx';
import { useForm } from '../../credentials/use-form.ts';
import { useIsOtherBackend } from '../../session/other-backend.ts';
import { takeReturnAddress } from '../../session/return-address.ts';
import { type NewSession, startSession } from '../../session/session.ts';
import { useShopName } from '../../session/site.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { PasskeyLogin } from './passkey-login.tsx';
import styles from './route.module.css';

/** Loaded when it is needed: few shoppers forget their password. */
const Recover = lazy(() => import('./recover.tsx'));

export default function Login() {
  const [parameters] = useSearchParams();
  const isRecovering = isRecovery(parameters);
  const wasRecovering = useRef(isRecovering);
  // The link that led here is gone. The other form does the same when it is loaded.
  useEffect(() => {
    if (wasRecovering.current && !isRecovering) focusUsername();
    wasRecovering.current = isRecovering;
  }, [isRecovering]);
  if (!isRecovering) return <LoginForm />;
  return (
    <Suspense fallback={<Spinner label="Loading the form" />}>
      <Recover />
    </Suspense>
  );
}

function LoginForm() {
  const { pathname, state }: { pathname: string; state: LoginState | null } = useLocation();
  const navigate = useNavigate();
  const shopName = useShopName();
  const isOtherBackend = useIsOtherBackend();
  const login = useMutation({
    ...loginMutation,
    onSuccess: ({ username, ...session }, typed) =>
      begin({ ...session, username: username ?? typed.username.trim() }),
  });
  const form = useForm({
    change: login,
    leadsOn: true,
    check: ({ username, password }) => findCredentialProblem(username, password),
    variablesOf: ({ username, password }) => ({ username, password }),
    refusals: { other: 'password' },
  });

  // What remains to be typed. The heading has the focus of other visits.
  const knowsName = state?.username !== undefined;
  useEffect(() => {
    if (knowsName) document.getElementsByName('password')[0]?.focus();
  }, [knowsName]);

  function begin(session: NewSession): void {
    startSession(session);
    toast.success(messages.loggedIn);
    // The shopper may have left this screen, even if that is not rendered yet. Back must not ask to log in again.
    if (window.location.pathname === pathname) navigate(takeReturnAddress(), { replace: true });
  }

  return (
    <FormCard
      form={form}
      heading="Login"
      submitLabel={`LOGIN TO ${shopName.toUpperCase()}`}
      busyLabel="Logging in"
      alternative={<PasskeyLogin onLoggedIn={begin} />}
      footer={
        <>
          Don’t have an account? <Link to="/register">Register now</Link>
          {!isOtherBackend && (
            <span className={styles.recovery}>
              Forgot your password? <Link to={RECOVERY_ADDRESS}>Use a recovery code</Link>
            </span>
          )}
        </>
      }
    >
      <PageMeta
        title="Login"
        description={`Log in to ${shopName} to fill your cart and order from your wallet.`}
        path="/login"
      />
      {/* The name that was just registered. */}
      <UsernameField defaultValue={state?.username} {...form.field('username')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
    </FormCard>
  );
}
