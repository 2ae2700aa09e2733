import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PASSKEYS_MAX } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import type { Passkey } from '../../../contract/passkeys.ts';
import { passkeysQuery, removePasskeyMutation } from '../../api/passkeys.ts';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/session.ts';
import { usePasskeys } from '../../session/site.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { AddPasskey } from './add-passkey.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { Entry, LoadedSection } from './section.tsx';

/** Lists the shopper's passkeys, adds and removes them. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery(useSession().token));
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useShopperMutation(removePasskeyMutation);
  const [removing, setRemoving] = useState<Passkey>();
  const canAdd = usePasskeys();
  if (passkeys.data?.length === 0 && !canAdd) return null;
  return (
    <LoadedSection
      heading="Passkeys"
      headingRef={heading}
      query={passkeys}
      what="Your passkeys"
      lead={<p>Log in with your fingerprint, face or screen lock, without a password.</p>}
    >
      {(list) => (
        <>
          {list.length > 0 && (
            <ul className="stack gap-3">
              {list.map((passkey) => (
                <Entry
                  key={passkey.id}
                  name={passkey.name}
                  action="Remove"
                  onAction={() => setRemoving(passkey)}
                >
                  <p>
                    Added <Moment at={passkey.addedAt} />
                  </p>
                  {passkey.usedAt !== undefined && (
                    <p>
                      Last used <Moment at={passkey.usedAt} />
                    </p>
                  )}
                </Entry>
              ))}
            </ul>
          )}
          {list.length < PASSKEYS_MAX && canAdd && (
            <AddPasskey onAdded={() => heading.current?.focus()} />
          )}
          {removing !== undefined && (
            <PasswordDialog
              heading={`Remove the passkey ${removing.name}?`}
              submitLabel="Remove the passkey"
              busyLabel="Removing"
              change={remove}
              variablesOf={({ currentPassword }) => ({ currentPassword, id: removing.id })}
              onClose={() => setRemoving(undefined)}
              success={messages.passkeyRemoved}
              afterwards={heading}
            >
              <p>Nobody can log in with it any more.</p>
            </PasswordDialog>
          )}
        </>
      )}
    </LoadedSection>
  );
}
