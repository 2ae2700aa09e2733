import { useMatch } from 'react-router';
import { sendLogout } from '../api/auth.ts';
import { SearchBox } from '../search/search-box.tsx';
import { clearSession, readSession, useSession } from '../session/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';

/** The header of every page (spec 2, header). */
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
            <LinkButton to="/" variant="quiet">
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
      // CSS hides these until the session is read where `data-session` says that there is one.
      <div className={styles.visitor}>
        <LinkButton to="/login" variant="quiet">
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
      <Button variant="secondary" onClick={logOut}>
        LOGOUT
      </Button>
    </>
  );
}

/** Clears all local storage, reloads and goes to / (spec 2, header). */
function logOut(): void {
  const { token } = readSession();
  if (token !== null) sendLogout(token);
  clearSession();
  window.location.assign('/');
}
