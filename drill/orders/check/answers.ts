/** Answers: none of them is a defect of the server's, or one that a shopper gave no reason for. */
import type { Operation } from '../history.ts';
import type { Trace } from './trace.ts';

/** What a sane shop says, whoever asks at the same time; 401 has its own rule. */
const sane: Record<Operation['do'], readonly number[]> = {
  register: [201, 400],
  login: [201, 400],
  logout: [204],
  'read products': [200],
  'read cart': [200],
  put: [200, 404],
  'read addresses': [200],
  'add address': [200],
  'delete address': [200, 404],
  'read balance': [200],
  'read order': [200, 404],
  checkout: [200, 400, 404, 409, 422],
};

/** While the database is away, or too busy, to ask again is the right thing to say. */
const ASK_AGAIN = 503;

export function findDefects({ calls, failures, defects }: Trace): string[] {
  const odd = calls.filter(
    ({ answer, operation }) =>
      answer && answer.status !== 401 && !sane[operation.do].includes(answer.status),
  );
  return [
    ...defects,
    ...failures
      .filter(({ status }) => status !== ASK_AGAIN)
      .map(({ call, status }) => `call ${call.number} (${call.operation.do}): ${status}`),
    ...odd.map(
      ({ number, operation, answer }) =>
        `call ${number} (${operation.do}): ${answer?.status} ${answer?.body}`,
    ),
  ];
}
