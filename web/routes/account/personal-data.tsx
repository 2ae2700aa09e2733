import { useQuery } from '@tanstack/react-query';
import { accountQuery, exportMutation } from '../../api/personal-data.ts';
import { useSession } from '../../session/session.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DeleteAccount } from './delete-account.tsx';
import { LoadedSection } from './section.tsx';

/** Downloads the shopper's data, and deletes the account. */
export function PersonalData() {
  const { token, username } = useSession();
  const { mutate, isPending } = useShopperMutation({
    ...exportMutation,
    onSuccess: (data) =>
      saveFile(`${username}.json`, 'application/json', JSON.stringify(data, null, 2)),
  });
  return (
    <LoadedSection heading="Your data" query={useQuery(accountQuery(token))} what="Your account">
      {(account) => (
        <>
          <p>
            Everything that the shop has about you, as a JSON file: orders, addresses, wallet,
            logins.
          </p>
          <div>
            <Button
              variant="secondary"
              aria-disabled={isPending}
              onClick={() => !isPending && mutate({})}
            >
              {isPending ? 'Downloading' : 'Download my data'}
            </Button>
          </div>
          <DeleteAccount account={account} />
        </>
      )}
    </LoadedSection>
  );
}
