/**
 * The session, kept in local storage under exactly `username`, `token` and `balance` (spec 3), and
 * nowhere else. Every tab sees every change.
 */
import { useSyncExternalStore } from 'react';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { toCents, toDollars } from '../../contract/money.ts';

export interface Session {
  username: string | null;
  token: string | null;
  balanceCents: number;
}

const signedOut: Session = { username: null, token: null, balanceCents: 0 };

/** What tells a page before it is hydrated that somebody is logged in; see root.tsx. */
export const SESSION_ATTRIBUTE = 'data-session';

const listeners = new Set<() => void>();
let current: Session = signedOut;
/** What local storage held when `current` was made; a visitor's is the one the server renders for. */
let stored = JSON.stringify([null, null, null]);

/** The session as local storage has it now; the same object until it changes. */
export function readSession(): Session {
  const username = localStorage.getItem('username');
  const token = localStorage.getItem('token');
  const balance = localStorage.getItem('balance');
  const now = JSON.stringify([username, token, balance]);
  if (now !== stored) {
    stored = now;
    current = { username, token, balanceCents: parseBalance(balance) };
  }
  return current;
}

/** Cents; a balance that isn't an amount (somebody edited it) counts as none. */
function parseBalance(text: string | null): number {
  try {
    return toCents(Number(text));
  } catch {
    return 0;
  }
}

interface NewSession {
  username: string;
  token: string;
  /** Dollars; a backend that sends none means the opening balance. */
  balance?: number | undefined;
}

export function startSession({ username, token, balance }: NewSession): void {
  localStorage.setItem('username', username);
  localStorage.setItem('token', token);
  localStorage.setItem('balance', String(balance ?? toDollars(OPENING_BALANCE_CENTS)));
  notify();
}

export function storeBalance(cents: number): void {
  localStorage.setItem('balance', String(toDollars(cents)));
  notify();
}

/** Clears all local storage (spec 2, header), and what this tab remembers for the shopper. */
export function clearSession(): void {
  localStorage.clear();
  notify();
}

function notify(): void {
  const { token } = readSession();
  // Drafts and the like are one shopper's.
  if (token === null) sessionStorage.clear();
  document.documentElement.setAttribute(SESSION_ATTRIBUTE, token === null ? 'out' : 'in');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Other tabs' changes; local storage tells only them.
  if (listeners.size === 0) window.addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}

/** The session, and rendering again when it changes; signed out while the server's HTML is hydrated. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => signedOut);
}
