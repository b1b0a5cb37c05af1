import { expect, it } from 'vitest';
import { createKeptAnswers } from '../../src/http/operation/kept-answers.ts';

interface Question {
  readonly path: string;
  readonly query: object;
  readonly positions: readonly string[];
}

const ASKED: Question = {
  path: '/api/day',
  query: { from: '2026-11-22' },
  positions: ['7', '7'],
};

function givenAnswers() {
  const clock = { at: new Date('2026-11-22T18:00:00Z') };
  const memory = { changedAt: '3' };
  const keep = createKeptAnswers(
    () => clock.at,
    () => memory.changedAt,
  );
  let made = 0;
  /** The number of the answer that this one is. */
  const ask = async (changes: Partial<Question> = {}) => {
    const answered = await keep({ ...ASKED, ...changes }, async () => {
      made += 1;
      return { body: { made }, version: made };
    });
    return { ...answered, body: JSON.parse(String(answered?.body)) as unknown };
  };
  return { clock, memory, keep, ask };
}

it('the same question is answered once, whoever waits for which position', async () => {
  const { ask } = givenAnswers();
  const first = { body: { made: 1 }, version: 1 };
  expect(await Promise.all([ask(), ask()])).toEqual([first, first]);
  expect(await ask({ query: { ...ASKED.query, after: '6' } })).toEqual(first);
});

it('another question is answered anew', async () => {
  const { ask, clock, memory } = givenAnswers();
  await ask();
  expect((await ask({ path: '/api/week' })).body).toEqual({ made: 2 });
  expect((await ask({ query: { from: '2026-11-23' } })).body).toEqual({ made: 3 });
  // One read model has gone on, while the other stands still.
  expect((await ask({ positions: ['7', '8'] })).body).toEqual({ made: 4 });
  clock.at = new Date('2026-11-22T18:01:00Z');
  expect((await ask()).body).toEqual({ made: 5 });
  // Somebody has changed a setting.
  memory.changedAt = '4';
  expect((await ask()).body).toEqual({ made: 6 });
});

it('no question waits for the failure of another', async () => {
  const { keep, ask } = givenAnswers();
  const stuck = Promise.withResolvers<never>();
  const failing = keep(ASKED, () => stuck.promise);
  expect((await ask({ query: { from: '2026-11-23' } })).body).toEqual({ made: 1 });
  stuck.reject(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  expect((await ask()).body).toEqual({ made: 2 });
});

it('no failure is kept', async () => {
  const { keep, ask } = givenAnswers();
  const failing = () =>
    keep(ASKED, async () => {
      throw new Error('no database');
    });
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('no database');
  expect((await ask()).body).toEqual({ made: 1 });
});

it('many short answers count with the memory that they really take', async () => {
  const { ask } = givenAnswers();
  for (let day = 0; day < 20_000; day += 1) await ask({ query: { day } });
  expect((await ask({ query: { day: 19_999 } })).body).toEqual({ made: 20_000 });
  // Pushed out, although the texts alone would fit many times over.
  expect((await ask({ query: { day: 0 } })).body).toEqual({ made: 20_001 });
});

it('an answer is kept in no more memory than it has', async () => {
  const { keep } = givenAnswers();
  const body = (await keep(ASKED, async () => ({ body: { text: 'ü€' } })))?.body as Buffer;
  expect(body.buffer.byteLength).toBe(body.length);
  expect(String(body)).toBe('{"text":"ü€"}');
});
