/** Builds the events of a history for tests. */
import type { HistoryEvent, Operation } from '../history.ts';

export type Recorder = ReturnType<typeof recorderOf>;

/** Records the calls of one shopper, and the operator's calls for the shopper's orders. */
export function recorderOf(events: HistoryEvent[], username: string) {
  /** @param session the id of the login */
  const invoke = (operation: Operation, session?: number): number => {
    const id = events.length + 1;
    events.push({ kind: 'invoke', id, username, ...(session && { session }), operation });
    return id;
  };
  const respond = (id: number, status: number, body: unknown, replayed = false) =>
    events.push({ kind: 'response', id, status, body: JSON.stringify(body), replayed });
  return {
    username,
    invoke,
    respond,
    lose: (operation: Operation, session?: number) =>
      events.push({ kind: 'info', id: invoke(operation, session) }),
    call: (operation: Operation, body: unknown, status = 200, session?: number) =>
      respond(invoke(operation, session), status, body),
    /** Registers and logs in. @returns the id of the login */
    enter(): number {
      respond(invoke({ type: 'register' }), 201, { success: true });
      const login = invoke({ type: 'login' });
      respond(login, 201, { success: true, token: 'token' });
      return login;
    },
    crash: () => events.push({ kind: 'crash' }),
  };
}
