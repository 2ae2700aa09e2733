import { useMutation, useQuery } from '@tanstack/react-query';
import { accountQuery, exportMutation } from '../../api/personal-data.ts';
import { readSession, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Section } from './section.tsx';

/** Downloads what the shop knows of the shopper, and deletes the account. */
export function PersonalData() {
  const { token } = useSession();
  const { data: account, isLoadingError, refetch } = useQuery(accountQuery(token));
  const { mutate, isPending } = useMutation(exportMutation);

  function download(): void {
    const { token, username } = readSession();
    if (token === null || isPending) return;
    mutate(
      { token },
      {
        onSuccess: (data) =>
          saveFile(`${username}.json`, 'application/json', JSON.stringify(data, null, 2)),
      },
    );
  }

  // The backend has no such calls.
  if (account === null) return null;
  return (
    <Section heading="Your data">
      {isLoadingError && <LoadFailure what="Your account" onRetry={() => void refetch()} />}
      {account === undefined && !isLoadingError && <Spinner label="Loading your data" />}
      {account && (
        <>
          <p>
            Everything that the shop has about you, as a JSON file: orders, addresses, wallet,
            logins.
          </p>
          <div>
            <Button variant="secondary" aria-disabled={isPending} onClick={download}>
              {isPending ? 'Downloading' : 'Download my data'}
            </Button>
          </div>
          <DeleteAccount account={account} />
        </>
      )}
    </Section>
  );
}
