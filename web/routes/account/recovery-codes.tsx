import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RECOVERY_CODES } from '../../../contract/limits.ts';
import { accountQuery, newCodesMutation } from '../../api/personal-data.ts';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/session.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { CodeList } from './code-list.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { LoadedSection } from './section.tsx';

/** Says how many recovery codes are left, and makes new ones, which are shown once. */
export function RecoveryCodes() {
  const account = useQuery(accountQuery(useSession().token));
  const newCodes = useShopperMutation(newCodesMutation);
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = account.data?.recoveryCodes ?? 0;
  const title = left === 0 ? 'Get recovery codes' : 'Replace recovery codes';

  function close(): void {
    newCodes.reset();
    heading.current?.focus();
  }

  return (
    <LoadedSection
      heading="Recovery codes"
      headingRef={heading}
      query={account}
      what="Your account"
    >
      {({ recoveryCodesMadeAt: madeAt }) => (
        <>
          {newCodes.data ? (
            <CodeList codes={newCodes.data} onClose={close} />
          ) : (
            <>
              <p>
                If you forget your password, a recovery code sets a new one. Each code works once.{' '}
                <strong>{describeLeft(left)}</strong>{' '}
                {/* A stranger who knew the password may have made the codes. */}
                {madeAt !== undefined && (
                  <>
                    They were made on <Moment at={madeAt} />.
                  </>
                )}
              </p>
              <div>
                <Button variant="secondary" onClick={() => setAsking(true)}>
                  {title}
                </Button>
              </div>
            </>
          )}
          {isAsking && (
            <PasswordDialog
              heading={title}
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
        </>
      )}
    </LoadedSection>
  );
}

function describeLeft(left: number): string {
  if (left === 0) return 'You have no codes.';
  return `${left} of ${RECOVERY_CODES} codes ${left === 1 ? 'is' : 'are'} left.`;
}
