import { useMatch } from 'react-router';
import { sendLogout } from '../api/auth.ts';
import { clearSession, useSession } from '../session/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { SearchBox } from './search-box.tsx';

/** On every page (spec 2, header). */
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
        <div className={styles.session}>
          {isLogin || isRegister ? (
            <LinkButton to="/" look="quiet">
              Back to explore
            </LinkButton>
          ) : (
            <SessionControls />
          )}
        </div>
      </div>
    </header>
  );
}

function SessionControls() {
  const { username } = useSession();
  if (username === null) {
    return (
      // Until the session is read, a page that is known to be somebody's hides these.
      <div className={styles.visitor}>
        <LinkButton to="/login" look="quiet">
          LOGIN
        </LinkButton>
        <LinkButton to="/register">REGISTER</LinkButton>
      </div>
    );
  }
  return (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {[...username][0]?.toUpperCase()}
      </span>
      <span className={styles.username}>{username}</span>
      <Button look="secondary" onClick={logOut}>
        LOGOUT
      </Button>
    </>
  );
}

/** Clears all local storage, reloads and goes to / (spec 2, header). */
function logOut(): void {
  sendLogout();
  clearSession();
  window.location.assign('/');
}
