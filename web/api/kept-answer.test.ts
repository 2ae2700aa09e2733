/** What the API said, kept: who asks, who is told, and which of two answers stays. */
import { expect, test } from 'vitest';
import { Answers } from './answers.ts';
import { KeptAnswer, type Query } from './kept-answer.ts';

/** A server that answers when it is told to. */
function server() {
  const asked: { answer: (data: string[]) => void; fail: () => void; signal: AbortSignal }[] = [];
  const query: Query<string[]> = {
    key: 'lines',
    ask: (signal) =>
      new Promise((answer, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        asked.push({ answer, fail: () => reject(new Error('No answer')), signal });
      }),
  };
  return { asked, query };
}

function follower(kept: KeptAnswer<string[]>) {
  const seen: (string[] | undefined)[] = [];
  const unfollow = kept.follow(() => seen.push(kept.state.data));
  return { seen, unfollow };
}

test('however many ask at once, the server is asked once', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  const both = [kept.load(query), kept.load(query)];
  asked[0]?.answer(['lamp']);
  expect(await Promise.all(both)).toEqual([['lamp'], ['lamp']]);
  expect(asked).toHaveLength(1);
});

test('an answer that was asked for before a newer one came does not take its place', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  const older = kept.load(query);
  kept.set(['lamp', 'desk']);
  asked[0]?.answer(['lamp']);
  await expect(older).rejects.toThrow('abort');
  expect(kept.state).toMatchObject({ data: ['lamp', 'desk'], isAwaited: false });
});

test('the same answer again is the same object, and nobody renders for it', async () => {
  const kept = new KeptAnswer<string[]>();
  kept.set(['lamp']);
  const { state } = kept;
  const { seen } = follower(kept);
  const { query, asked } = server();
  const again = kept.load(query);
  asked[0]?.answer(['lamp']);
  await again;
  expect(kept.state).toBe(state);
  expect(seen).toEqual([]);
});

test('what nobody follows any more is given up; what somebody still does is not', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  const [one, other] = [follower(kept), follower(kept)];
  const loading = kept.load(query);
  one.unfollow();
  expect(asked[0]?.signal.aborted).toBe(false);
  other.unfollow();
  await expect(loading).rejects.toThrow('abort');
  expect(kept.state).toMatchObject({ isAwaited: false, hasFailed: false });
});

test('a failure leaves what was known, and the next answer ends it', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  kept.set(['lamp']);
  const failing = kept.load(query);
  asked[0]?.fail();
  await expect(failing).rejects.toThrow('No answer');
  expect(kept.state).toMatchObject({ data: ['lamp'], hasFailed: true, isAwaited: false });
  const again = kept.load(query);
  asked[1]?.answer(['desk']);
  await again;
  expect(kept.state).toMatchObject({ data: ['desk'], hasFailed: false });
});

test('where nothing is known, asking again after a failure is waiting for the first answer', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  const failing = kept.load(query);
  asked[0]?.fail();
  await expect(failing).rejects.toThrow('No answer');
  const again = kept.load(query);
  expect(kept.state).toMatchObject({ hasFailed: false, isAwaited: true });
  asked[1]?.answer(['lamp']);
  await again;
  expect(kept.state).toMatchObject({ data: ['lamp'], isAwaited: false });
});

test('a failure is told by who joined, where who asked first had nothing to tell', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  const told: unknown[] = [];
  const explain = (error: unknown) => {
    told.push(error);
    return undefined;
  };
  const both = Promise.allSettled([kept.load(query), kept.load({ ...query, explain })]);
  asked[0]?.fail();
  await both;
  expect(told).toEqual([new Error('No answer')]);
});

test('what came with the page is asked for when it is shown anew, not when it is shown first', () => {
  const kept = new KeptAnswer<string[]>();
  kept.offer(['lamp']);
  expect(kept.isStale()).toBe(false);
  follower(kept).unfollow();
  expect(kept.isStale()).toBe(true);
});

test('what came with the page takes the place of nothing that is known', () => {
  const kept = new KeptAnswer<string[]>();
  kept.set(['lamp']);
  kept.offer(['desk']);
  expect(kept.state.data).toEqual(['lamp']);
});

test('what is outdated is asked for anew, also where an older request is on its way', async () => {
  const { asked, query } = server();
  const kept = new KeptAnswer<string[]>();
  const older = kept.load(query);
  kept.outdate();
  await expect(older).rejects.toThrow('abort');
  expect(kept.isStale(60_000)).toBe(true);
  const newer = kept.fresh(query);
  asked[1]?.answer(['lamp']);
  await newer;
  expect(kept.isStale(60_000)).toBe(false);
});

test('who is told that all is outdated may look for it there', () => {
  const answers = new Answers();
  const { query } = server();
  answers.of({ ...query, key: 'other' }).set([]);
  let told = 0;
  answers.of(query).follow(() => {
    told += 1;
    answers.of(query);
  });
  answers.outdateAll();
  expect(told).toBe(1);
});

test('of the answers that nobody shows, those that were used last are kept', () => {
  const answers = new Answers();
  const { query } = server();
  const shown = answers.of({ ...query, key: 'shown' });
  shown.follow(() => {});
  const old = answers.of({ ...query, key: 'old' });
  for (let i = 0; i < 100; i += 1) answers.of({ ...query, key: `search ${i}` });
  expect(answers.of({ ...query, key: 'shown' })).toBe(shown);
  expect(answers.of({ ...query, key: 'old' })).not.toBe(old);
  const last = answers.of({ ...query, key: 'search 99' });
  last.set(['lamp']);
  expect(answers.of({ ...query, key: 'search 99' }).state.data).toEqual(['lamp']);
});
