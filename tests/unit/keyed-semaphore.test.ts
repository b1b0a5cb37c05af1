import { expect, it } from 'vitest';
import { createKeyedSemaphore } from '../../src/http/limits/keyed-semaphore.ts';

const STAYS = new AbortController().signal;
const tooMany = () => new Error('too many');

/** Waiting callers, and the names of those with a permit. */
function given(limits = { atOnce: 2, mostWaiting: 2 }) {
  const enter = createKeyedSemaphore(limits);
  const entered: string[] = [];
  return {
    entered,
    ask: (key: string, name: string, gone = STAYS) => {
      const permit = enter(key, () => gone, tooMany).then((leave) => {
        entered.push(name);
        return leave;
      });
      permit.catch(() => {});
      return permit;
    },
  };
}

it('lets so many of a key in at once, the next ones in their order, and other keys beside them', async () => {
  const { ask, entered } = given();
  const [first, second] = await Promise.all([ask('a', 'first'), ask('a', 'second')]);
  const third = ask('a', 'third');
  const fourth = ask('a', 'fourth');
  await ask('b', 'other');
  expect(entered).toEqual(['first', 'second', 'other']);
  second();
  (await third)();
  first();
  await fourth;
  expect(entered).toEqual(['first', 'second', 'other', 'third', 'fourth']);
});

it('refuses whom there is no room to wait for', async () => {
  const { ask } = given();
  const [first] = await Promise.all([ask('a', '1'), ask('a', '2')]);
  const waiting = [ask('a', '3'), ask('a', '4')];
  await expect(ask('a', '5')).rejects.toThrow('too many');
  first();
  (await waiting[0])?.();
  await waiting[1];
});

it('passes over who has left while waiting, and gives a permit back only once', async () => {
  const { ask, entered } = given({ atOnce: 1, mostWaiting: 2 });
  const leave = await ask('a', 'first');
  const leaving = new AbortController();
  const left = ask('a', 'left', leaving.signal);
  const next = ask('a', 'next');
  leaving.abort();
  await expect(left).rejects.toThrow('too many');
  leave();
  leave();
  await next;
  const last = ask('a', 'last');
  await expect(ask('a', 'gone', AbortSignal.abort())).rejects.toThrow('too many');
  expect(entered).toEqual(['first', 'next']);
  (await next)();
  await last;
});
