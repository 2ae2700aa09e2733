import type { Address } from '../../contract/addresses.ts';
import * as messages from '../../contract/messages.ts';
import { addressPath, paths } from '../../contract/paths.ts';
import { readSession } from '../session/session.ts';
import type { Answers } from './answers.ts';
import { type ApiAnswer, callApi, SessionEnded, toastFailure } from './client.ts';
import type { Query } from './kept-answer.ts';
import { useAnswers } from './use-query.ts';

/** Pointing to the checkout, pressing and arriving there are one intent, which asks once. */
const INTENT_MS = 5_000;

export function addressesQuery(token: string | null): Query<Address[]> {
  return {
    key: `addresses ${token}`,
    ask: async (signal) =>
      (await callApi(paths.addresses, { authorised: true, signal })).data as Address[],
    freshMs: INTENT_MS,
    explain: (error) => (error instanceof SessionEnded ? undefined : messages.addressesUnreachable),
  };
}

/** For who is about to go to the checkout. A failure is told there, where it is asked for again. */
export function useAddressPrefetch() {
  const answers = useAnswers();
  return () => {
    const query = addressesQuery(readSession().token);
    answers
      .of(query)
      .fresh({ ...query, explain: undefined })
      .catch(() => {});
  };
}

/**
 * An empty text is sent, too: the server says what is wrong with it (spec 5).
 * @returns whether it was added; if not, the shopper has been told
 */
export function addAddress(answers: Answers, address: string): Promise<boolean> {
  return changeAddresses(
    answers,
    callApi(paths.addresses, { method: 'POST', body: { address }, authorised: true }),
    messages.addressAddUnreachable,
  );
}

/** @returns whether it was deleted; if not, the shopper has been told */
export function deleteAddress(answers: Answers, id: string): Promise<boolean> {
  return changeAddresses(
    answers,
    callApi(addressPath(id), { method: 'DELETE', authorised: true }),
    messages.addressDeleteUnreachable,
  );
}

/** The answer is the whole list (spec 7). */
async function changeAddresses(
  answers: Answers,
  call: Promise<ApiAnswer>,
  fallback: string,
): Promise<boolean> {
  try {
    const { data } = await call;
    answers.of(addressesQuery(readSession().token)).set(data as Address[]);
    return true;
  } catch (error) {
    toastFailure(error, fallback);
    return false;
  }
}
