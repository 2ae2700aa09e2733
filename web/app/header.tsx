import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { formatCents } from '../../contract/money.ts';
import { CartLink } from '../cart/cart-link.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { logOut, useSession } from '../session/session.ts';
import { walletQuery } from '../session/wallet.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';

/** The header of every page (R1.3 to R1.5). */
export function Header() {
  const isProducts = useMatch('/') !== null;
  const isLogin = useMatch('/login') !== null;
  const isRegister = useMatch('/register') !== null;
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Logo />
        {isProducts && (
          <div className={styles.wideSearch}>
            <SearchBox />
          </div>
        )}
        {isLogin || isRegister ? (
          <div className={`row nowrap gap-2 ${styles.session}`}>
            <LinkButton to="/" variant="quiet">
              Back to explore
            </LinkButton>
          </div>
        ) : (
          <SessionControls />
        )}
      </div>
    </header>
  );
}

/** Renders a new element for each shopper, because an element that becomes wider counts as a layout shift. */
function SessionControls() {
  const { username, token, balanceCents } = useSession();
  useQuery(walletQuery(token));
  if (username === null) {
    return (
      // If `data-session` says that there is a session, CSS hides these links until it is read.
      <div key="visitor" className={`row nowrap gap-2 ${styles.session} ${styles.visitor}`}>
        <LinkButton to="/login" variant="quiet">
          LOGIN
        </LinkButton>
        <LinkButton to="/register">REGISTER</LinkButton>
      </div>
    );
  }
  const balance = formatCents(balanceCents);
  return (
    <div key={username} className={`row nowrap gap-2 ${styles.session}`}>
      <Link
        to="/orders"
        className={`row nowrap gap-2 ${styles.orders}`}
        aria-label={`${username} ${balance} in your wallet, your orders`}
      >
        <span
          className={styles.avatar}
          aria-hidden="true"
          // CSS draws the initial, because the accessible name of the link must begin with the username.
          data-initial={[...username][0]?.toUpperCase()}
        />
        <span className={styles.shopper}>
          <span>
            <span className={styles.username}>{username}</span>{' '}
            <span className={styles.balance}>{balance}</span>
          </span>
        </span>
      </Link>
      <CartLink />
      <Button variant="quiet" onClick={logOut}>
        LOGOUT
      </Button>
    </div>
  );
}
