import { expect, it } from 'vitest';
import { createNextFree } from '../../projections/availability/next-free.ts';
import type { Outlook } from '../../src/salon/outlook.ts';

const week = { from: '2026-11-15', to: '2026-11-21', openMinutes: 0 };
const outlookWith = (start: number): Outlook => ({
  today: '2026-11-20',
  nextFree: { date: '2026-11-20', start, duration: 30 },
  week,
});

function given() {
  let at = 0;
  const asked: Date[] = [];
  let answer = async (): Promise<Outlook> => outlookWith(600);
  const nextFree = createNextFree({
    now: () => new Date(at),
    outlook: (now) => {
      asked.push(now);
      return answer();
    },
  });
  return {
    nextFree,
    asked,
    pass: (ms: number) => {
      at += ms;
    },
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

it('asks the database once in five seconds, however many visitors ask', async () => {
  const { nextFree, asked, pass, answerWith } = given();
  const answers = await Promise.all([nextFree(), nextFree()]);
  pass(4_999);
  answers.push(await nextFree());
  expect(answers.map((answer) => answer?.start)).toEqual([600, 600, 600]);
  expect(asked).toHaveLength(1);
  pass(1);
  answerWith(async () => outlookWith(630));
  expect((await nextFree())?.start).toBe(630);
  expect(asked).toHaveLength(2);
});

it('asks again after a failure, and when the clock went back', async () => {
  const { nextFree, asked, pass, answerWith } = given();
  answerWith(() => Promise.reject(new Error('the database is away')));
  await expect(nextFree()).rejects.toThrow('the database is away');
  answerWith(async () => outlookWith(660));
  expect((await nextFree())?.start).toBe(660);
  pass(-60_000);
  await nextFree();
  expect(asked).toHaveLength(3);
});

it('answers who asked first, also when others ask for the next one before that answer is there', async () => {
  const { nextFree, pass, answerWith } = given();
  const slow = Promise.withResolvers<Outlook>();
  answerWith(() => slow.promise);
  const first = nextFree();
  pass(5_000);
  answerWith(async () => outlookWith(630));
  expect((await nextFree())?.start).toBe(630);
  slow.resolve(outlookWith(600));
  expect((await first)?.start).toBe(600);
});
