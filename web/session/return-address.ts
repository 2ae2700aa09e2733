/** Where a login leads: to the list that the shopper saw last, or to the private screen that asked for it (R3.5). */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from './session.ts';
import { sessionStore } from './storage.ts';

const STORED = 'return-address';

/** @param address path and query of a page of the shop */
export function returnTo(address: string): void {
  sessionStore.setItem(STORED, address);
}

/** Leads a visitor who logs in back to this list. */
export function useReturnToList(): void {
  const { search } = useLocation();
  const { token } = useSession();
  useEffect(() => {
    if (token === null) returnTo(`/${search}`);
  }, [search, token]);
}

export function takeReturnAddress(): string {
  const address = sessionStore.getItem(STORED) ?? '/';
  sessionStore.removeItem(STORED);
  return address;
}
