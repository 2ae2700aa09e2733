/**
 * The session: `username`, `token` and `balance` in local storage (R3.6). Changes are seen in all tabs.
 */
import { useSyncExternalStore } from 'react';
import { createContext } from 'react-router';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { toDollars } from '../../contract/money.ts';
import { callApi } from '../api/client.ts';
import { localStore } from './storage.ts';

export interface Session {
  username: string | null;
  token: string | null;
  balanceCents: number;
}

const signedOut: Session = { username: null, token: null, balanceCents: 0 };

/** The attribute of the document's element that the first script sets before the first paint. */
export const SESSION_ATTRIBUTE = 'data-session';

/** `isLogout`: a shopper logged out, here or in another tab. `isElsewhere`: the change was made in another tab. */
type Listener = (change: { isLogout: boolean; isElsewhere?: true }) => void;

const listeners = new Set<Listener>();
let current: Session = signedOut;
/** The server has refused the token, and there was no login since. */
let hasExpired = false;
/** The contents of local storage from which `current` was read. */
let stored = JSON.stringify([null, null, null]);

/** Reads the session from local storage; returns the same object until it changes. */
export function readSession(): Session {
  const username = localStore.getItem('username');
  const token = localStore.getItem('token');
  const balance = localStore.getItem('balance');
  const now = JSON.stringify([username, token, balance]);
  if (now !== stored) {
    stored = now;
    // A balance that is not a number counts as 0.
    current = { username, token, balanceCents: Math.round(Number(balance) * 100) || 0 };
  }
  return current;
}

export interface NewSession {
  username: string;
  token: string;
  /** Dollars; the opening balance if a backend sends none. */
  balance?: number | undefined;
}

export function startSession({ username, token, balance }: NewSession): void {
  localStore.setItem('username', username);
  localStore.setItem('token', token);
  localStore.setItem('balance', String(balance ?? toDollars(OPENING_BALANCE_CENTS)));
  hasExpired = false;
  notify();
}

export function storeBalance(cents: number): void {
  localStore.setItem('balance', String(toDollars(cents)));
  notify();
}

/** LOGOUT clears all local storage (R3.6). */
export function clearSession(): void {
  localStore.clear();
  notify({ isLogout: true });
}

/** The server no longer accepts the token. */
export function expireSession(): void {
  // Do not call `clear`, which other tabs take for a logout.
  for (const name of ['username', 'token', 'balance']) localStore.removeItem(name);
  hasExpired = true;
  notify();
}

export function hasSessionExpired(): boolean {
  return hasExpired;
}

function notify(change: Parameters<Listener>[0] = { isLogout: false }): void {
  const { token } = readSession();
  document.documentElement.setAttribute(SESSION_ATTRIBUTE, token === null ? 'out' : 'in');
  for (const listener of listeners) listener(change);
}

/** Handles a change of local storage in another tab. After `clear` the event has no key. */
function followOtherTab({ key }: StorageEvent): void {
  notify({ isLogout: key === null && readSession().token === null, isElsewhere: true });
}

/** @returns a function that unsubscribes */
export function subscribeToSession(listener: Listener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab);
  };
}

/** The session. It is signed out during hydration, to match the server's HTML. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession, () => signedOut);
}

/** Passes the token to the client loaders of private screens. */
export const tokenContext = createContext<string>();

/** Clears all local storage, reloads and goes to / (R3.6). Logging out always succeeds in the browser. */
export function logOut(): void {
  const { token } = readSession();
  if (token !== null) {
    // Tells the server without waiting for its reply.
    callApi('logOut', { token, keepalive: true }).catch(() => {});
  }
  clearSession();
  window.location.assign('/');
}
