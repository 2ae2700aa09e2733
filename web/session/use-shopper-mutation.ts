import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WithToken } from '../api/of-shopper.ts';
import { readSession } from './session.ts';

/** A change of the shopper's data with the session's token at the moment of the click. Without a session nothing is sent. */
export function useShopperMutation<Reply, Variables extends WithToken, Result>(
  options: UseMutationOptions<Reply, Error, Variables, Result>,
) {
  type OwnVariables = Omit<Variables, 'token'>;
  const mutation = useMutation(options);
  const { mutate: send, mutateAsync: sendAsync } = mutation;
  // Keep the function stable, so that memoised components do not render again.
  const mutate = useCallback(
    (variables: OwnVariables, callbacks: MutateOptions<Reply, Error, Variables, Result> = {}) => {
      const { token } = readSession();
      // The compiler can't know that these are all of them.
      if (token !== null) send({ ...variables, token } as Variables, callbacks);
    },
    [send],
  );
  async function mutateAsync(variables: OwnVariables): Promise<Reply> {
    const { token } = readSession();
    if (token === null) throw new Error('There is no session');
    return sendAsync({ ...variables, token } as Variables);
  }
  return { ...mutation, mutate, mutateAsync };
}
