import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RECOVERY_CODES } from '../../../contract/limits.ts';
import { accountQuery, newCodesMutation } from '../../api/personal-data.ts';
import { useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { CodeList } from './code-list.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { Section } from './section.tsx';

/** Says how many recovery codes are left, and makes new ones, which are shown once. */
export function RecoveryCodes() {
  const { token } = useSession();
  const account = useQuery(accountQuery(token));
  const newCodes = useShopperMutation(newCodesMutation);
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function close(): void {
    newCodes.reset();
    heading.current?.focus();
  }

  // The backend has no such calls.
  if (account.data === null) return null;
  const left = account.data?.recoveryCodes ?? 0;
  return (
    <Section heading="Recovery codes" headingRef={heading}>
      {newCodes.data ? (
        <CodeList codes={newCodes.data} onClose={close} />
      ) : (
        <Loaded query={account} what="Your account">
          {(data) => (
            <>
              <p>
                If you forget your password, a recovery code sets a new one. Each code works once.{' '}
                <strong>{describeLeft(left)}</strong> <MadeAt of={data?.recoveryCodesMadeAt} />
              </p>
              <div>
                <Button variant="secondary" onClick={() => setAsking(true)}>
                  {left === 0 ? 'Get recovery codes' : 'Replace recovery codes'}
                </Button>
              </div>
            </>
          )}
        </Loaded>
      )}
      {isAsking && (
        <PasswordDialog
          heading={left === 0 ? 'Get recovery codes' : 'Replace recovery codes'}
          submitLabel="Show new codes"
          busyLabel="Making codes"
          change={newCodes}
          variablesOf={({ currentPassword }) => ({ currentPassword })}
          onClose={() => setAsking(false)}
          afterwards={heading}
        >
          <p>
            You get {RECOVERY_CODES} codes, which are shown only once.
            {left > 0 && ' The ones that you have stop working.'}
          </p>
        </PasswordDialog>
      )}
    </Section>
  );
}

/** A stranger who knew the password may have made the codes. */
function MadeAt({ of: moment }: { of: string | undefined }) {
  const timeZone = useOwnShop()?.timeZone;
  if (moment === undefined) return null;
  return (
    <>
      They were made on <time dateTime={moment}>{formatMoment(moment, timeZone)}</time>.
    </>
  );
}

function describeLeft(left: number): string {
  if (left === 0) return 'You have no codes.';
  return `${left} of ${RECOVERY_CODES} codes ${left === 1 ? 'is' : 'are'} left.`;
}
