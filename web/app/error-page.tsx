import { isRouteErrorResponse } from 'react-router';
import { useShopName } from '../session/site.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import styles from '../ui/empty-state.module.css';

/** Replaces a failed screen with an apology, a retry and a link home. */
export function ErrorPage({ error }: { error: unknown }) {
  const name = useShopName();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const heading = isMissing ? 'This page does not exist' : 'Sorry, something went wrong';
  return (
    <div className={`stack gap-3 centred ${styles.empty}`}>
      <title>{`${heading} | ${name}`}</title>
      <h1>{heading}</h1>
      <p>
        {isMissing
          ? 'The address may be mistyped, or the page is gone.'
          : 'It is our fault, not yours. Your cart is safe.'}
      </p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
      <LinkButton to="/" reloadDocument variant="secondary">
        All products
      </LinkButton>
    </div>
  );
}
