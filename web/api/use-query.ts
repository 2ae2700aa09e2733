import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Answers } from './answers.ts';
import { onReturn } from './attention.ts';
import type { Answer, Query } from './kept-answer.ts';

/** One for each rendering on the server, one for the life of the page in the browser. */
export const AnswersContext = createContext<Answers | undefined>(undefined);

export function useAnswers(): Answers {
  const answers = use(AnswersContext);
  if (answers === undefined) throw new Error('Nothing keeps the answers here');
  return answers;
}

interface Showing {
  /** Without it, what is known is shown, and nothing is asked for. */
  isWanted?: boolean;
  /** While nothing is known, what was shown before stays. */
  keepsPrevious?: boolean;
  /** Asked for again whenever the shopper comes back to this page. */
  asksOnReturn?: boolean;
}

interface Shown<T> extends Answer<T> {
  /** Of the query whose answer is shown. */
  key: string;
  /** What is shown is the answer to the query before. */
  isPrevious: boolean;
  /** Nothing has come of it yet. */
  isPending: boolean;
}

/** The answer to a query, for a component that shows it. */
export function useQuery<T>(query: Query<T>, showing: Showing = {}): Shown<T> {
  const { isWanted = true, keepsPrevious = false, asksOnReturn = false } = showing;
  const answers = useAnswers();
  const { key } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  const follow = useCallback(
    (listener: () => void) => answers.of(query).follow(listener),
    [answers, key],
  );
  const read = () => answers.of(query).state;
  const answer = useSyncExternalStore(follow, read, read);

  const reload = useEffectEvent(() => answers.reload(query));
  const reloadIfStale = useEffectEvent(() => {
    if (answers.of(query).isStale(query.freshMs)) reload();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another key
  useEffect(() => {
    if (isWanted) reloadIfStale();
  }, [key, isWanted, answer.isOutdated]);
  useEffect(
    () => (isWanted && asksOnReturn ? onReturn(reload) : undefined),
    [isWanted, asksOnReturn],
  );

  const previous = useRef<{ key: string; data: T }>(undefined);
  const { data } = answer;
  useEffect(() => {
    if (data !== undefined) previous.current = { key, data };
  }, [key, data]);
  const isPending = data === undefined && !answer.hasFailed;
  const standIn = keepsPrevious && isPending ? previous.current : undefined;
  return { ...answer, key, ...standIn, isPrevious: standIn !== undefined, isPending };
}
