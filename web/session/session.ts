/**
 * The session, kept in local storage under exactly `username`, `token` and `balance` (spec 3), and
 * nowhere else. Every tab sees every change.
 */
import { useSyncExternalStore } from 'react';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import { toCents, toDollars } from '../../contract/money.ts';
import { clearTabButOrder, dropForeignOrder } from './pending-order.ts';

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

/** LOGOUT: clears all local storage (spec 2, header), and what this tab remembers for the shopper. */
export function clearSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  notify();
}

/** The server ended it: the same, but an order that wasn't heard of waits for its shopper. */
export function expireSession(): void {
  // One by one: `clear` is how a logout in another tab is told from this.
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  notify();
}

/** Another tab changed local storage; all of it at once where somebody logged out there. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key === null && readSession().token === null) sessionStorage.clear();
  notify();
}

function notify(): void {
  const { token, username } = readSession();
  // Drafts and the like are one shopper's.
  if (token === null) clearTabButOrder();
  else dropForeignOrder(username);
  document.documentElement.setAttribute(SESSION_ATTRIBUTE, token === null ? 'out' : 'in');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Local storage tells only the others of a change.
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

/** The session, and rendering again when it changes; signed out while the server's HTML is hydrated. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => signedOut);
}
