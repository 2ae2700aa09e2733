import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { PASSKEYS_MAX } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import type { Passkey } from '../../../contract/passkeys.ts';
import { passkeysQuery, removePasskeyMutation } from '../../api/passkeys.ts';
import { useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { hasPasskeys } from '../../ui/passkeys.ts';
import { AddPasskey } from './add-passkey.tsx';
import styles from './list.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { Section } from './section.tsx';

/** Lists the shopper's passkeys, adds and removes them. */
export function Passkeys() {
  const { token } = useSession();
  const passkeys = useQuery(passkeysQuery(token));
  const { data } = passkeys;
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useShopperMutation(removePasskeyMutation);
  const [removing, setRemoving] = useState<Passkey>();
  // The backend has no passkeys, or nobody can add one here.
  if (data === null || (data?.length === 0 && !hasPasskeys())) return null;

  return (
    <Section heading="Passkeys" headingRef={heading}>
      <p>Log in with your fingerprint, face or screen lock, without a password.</p>
      <Loaded query={passkeys} what="Your passkeys">
        {() =>
          data?.length !== 0 && (
            <ul className="stack gap-3">
              {data?.map((passkey) => (
                <PasskeyItem key={passkey.id} {...passkey} onRemove={() => setRemoving(passkey)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {data !== undefined && data.length < PASSKEYS_MAX && hasPasskeys() && (
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
    </Section>
  );
}

interface PasskeyItemProps extends Passkey {
  onRemove: () => void;
}

function PasskeyItem({ name, addedAt, usedAt, onRemove }: PasskeyItemProps) {
  const timeZone = useOwnShop()?.timeZone;
  const id = useId();
  return (
    <li className={styles.item}>
      <div id={id}>
        <span className={styles.name}>{name}</span>
        <p className="secondary-text">
          Added <time dateTime={addedAt}>{formatMoment(addedAt, timeZone)}</time>
        </p>
        {usedAt !== undefined && (
          <p className="secondary-text">
            Last used <time dateTime={usedAt}>{formatMoment(usedAt, timeZone)}</time>
          </p>
        )}
      </div>
      <Button variant="quiet" aria-describedby={id} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
