import { useQuery } from '@tanstack/react-query';
import { accountQuery, exportMutation } from '../../api/personal-data.ts';
import { useSession } from '../../session/session.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Section } from './section.tsx';

/** Downloads what the shop knows of the shopper, and deletes the account. */
export function PersonalData() {
  const { token } = useSession();
  const account = useQuery(accountQuery(token));
  // The backend has no such calls.
  if (account.data === null) return null;
  return (
    <Section heading="Your data">
      <Loaded query={account} what="Your account">
        {(data) => (
          <>
            <p>
              Everything that the shop has about you, as a JSON file: orders, addresses, wallet,
              logins.
            </p>
            <Download />
            {data && <DeleteAccount account={data} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Download() {
  const { username } = useSession();
  const { mutate, isPending } = useShopperMutation({
    ...exportMutation,
    onSuccess: (data) =>
      saveFile(`${username}.json`, 'application/json', JSON.stringify(data, null, 2)),
  });
  return (
    <div>
      <Button
        variant="secondary"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate({})}
      >
        {isPending ? 'Downloading' : 'Download my data'}
      </Button>
    </div>
  );
}
