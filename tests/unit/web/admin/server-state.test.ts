import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { defineCommand } from '../../../../web/admin/data/command.ts';
import { defineQuery, type RequestOptions } from '../../../../web/admin/data/query.ts';
import { ServerState, type Shown } from '../../../../web/admin/data/server-state.ts';
import type { Topic } from '../../../../web/admin/data/topics.ts';
import { ApiError, NetworkError } from '../../../../web/api.ts';

const at = (position: number) => String(position).padStart(32, '0');

interface Service {
  readonly id: string;
  readonly price: number;
}

const refused = (code: keyof typeof PROBLEMS) =>
  new ApiError({ type: `urn:problem:${code}`, title: 'Refused', code, ...PROBLEMS[code] });

/** A server whose log and read model are numbers, and whose answers come when a test says so. */
function givenServer() {
  const state = new ServerState((request) => request('token'));
  const asked: { after: string | undefined; signal: AbortSignal }[] = [];
  const answers: ((shown: Shown<readonly Service[]>) => void)[] = [];
  const services = defineQuery({
    name: 'services',
    about: (): Topic[] => ['service'],
    load: (_input: null, { after, signal, onReached }: RequestOptions) => {
      asked.push({ after, signal });
      return new Promise<readonly Service[]>((resolve) => {
        answers.push(({ body, position }) => {
          onReached(position);
          resolve(body);
        });
      });
    },
  });
  interface Price {
    readonly id: string;
    readonly price: number;
  }
  type Sent = Price & { readonly key: string; readonly ifVersion: number | undefined };
  const sent: Sent[] = [];
  const outcomes: { resolve: (version: number, position: number) => void; reject: (error: Error) => void }[] =
    [];
  const setPrice = defineCommand({
    name: 'set-price',
    thing: ({ id }: Price): Topic => `service/${id}`,
    send: (input, { idempotencyKey: key, ifVersion }) => {
      sent.push({ ...input, key, ifVersion });
      return new Promise<{ position: string; version: number }>((resolve, reject) => {
        outcomes.push({
          resolve: (version, position) => resolve({ version, position: at(position) }),
          reject,
        });
      });
    },
  });

  const observer = new QueryObserver<Shown<readonly Service[]>>(state.client, {
    queryKey: ['services', null],
    meta: { about: ['service'] },
    queryFn: ({ signal }) =>
      state.load(
        ['service'],
        signal,
        (options) => services.load(null, options),
        state.client.getQueryData(['services', null]),
      ),
  });
  observer.subscribe(() => {});
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    state,
    asked,
    sent,
    setPrice,
    settled,
    answer: async (call: number, price: number, position: number) => {
      answers[call]?.({ body: [{ id: 'updo', price }], position: at(position) });
      await settled();
    },
    accept: async (call: number, version: number, position: number) => {
      await settled();
      outcomes[call]?.resolve(version, position);
      await settled();
    },
    fail: async (call: number, error: Error) => {
      await settled();
      outcomes[call]?.reject(error);
      await settled();
    },
    /** The price that a screen shows. */
    shown: () => observer.getCurrentResult().data?.body[0]?.price,
    /** How many commands are under way. */
    pending: () => state.client.isMutating(),
  };
}

describe('a change of our own', () => {
  it('is pending until the shown data includes it, and never part of that before', async () => {
    const { state, setPrice, shown, pending, answer, accept, asked } = givenServer();
    await answer(0, 40, 1);
    const change = state.run(setPrice, { id: 'updo', price: 50 }, 1);
    await accept(0, 2, 7);
    expect(asked.map(({ after }) => after)).toEqual([undefined, at(7)]);
    expect([shown(), pending()]).toEqual([40, 1]);
    await answer(1, 55, 8);
    await change;
    expect([shown(), pending()]).toEqual([55, 0]);
  });

  it('changes nothing when it is refused', async () => {
    const { state, setPrice, shown, pending, answer, fail, asked } = givenServer();
    await answer(0, 40, 1);
    const change = state.run(setPrice, { id: 'updo', price: 50 }, 1).catch((error: Error) => error);
    await fail(0, refused('invalid-price'));
    expect(await change).toMatchObject({ code: 'invalid-price' });
    expect([shown(), pending(), asked.length]).toEqual([40, 0, 1]);
  });

  it('stays when an answer from before it comes late', async () => {
    const { state, setPrice, shown, answer, accept, asked } = givenServer();
    await answer(0, 40, 1);
    const change = state.run(setPrice, { id: 'updo', price: 50 }, 1);
    state.client.refetchQueries({ queryKey: ['services', null] });
    await accept(0, 2, 7);
    await answer(2, 50, 7);
    await change;
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    // The request from before the change answers after it.
    await answer(1, 40, 6);
    expect(shown()).toBe(50);
  });

  it('is sent after the one before it on the same thing, on the version that this one made', async () => {
    const { state, setPrice, sent, answer, accept, settled, shown } = givenServer();
    await answer(0, 40, 1);
    const first = state.run(setPrice, { id: 'updo', price: 50 }, 4);
    const second = state.run(setPrice, { id: 'updo', price: 60 }, 4);
    const third = state.run(setPrice, { id: 'updo', price: 70 }, 4);
    await settled();
    expect(sent).toHaveLength(1);
    await accept(0, 5, 7);
    await answer(1, 50, 7);
    await accept(1, 6, 8);
    await answer(2, 60, 8);
    await accept(2, 7, 9);
    await answer(3, 70, 9);
    expect(sent.map(({ ifVersion }) => ifVersion)).toEqual([4, 5, 6]);
    await Promise.all([first, second, third]);
    expect(shown()).toBe(70);
  });

  it('names the version that was seen when somebody else has changed the thing in between', async () => {
    const { state, setPrice, sent, answer, accept } = givenServer();
    await answer(0, 40, 1);
    const first = state.run(setPrice, { id: 'updo', price: 50 }, 6);
    await accept(0, 7, 7);
    await answer(1, 50, 7);
    await first;
    const late = state.run(setPrice, { id: 'updo', price: 60 }, 4).catch((error: Error) => error);
    await accept(1, 8, 8);
    await answer(2, 60, 8);
    await late;
    expect(sent.map(({ ifVersion }) => ifVersion)).toEqual([6, 4]);
  });

  it('loads what is there when it got no answer', async () => {
    const { state, setPrice, fail, answer, asked } = givenServer();
    await answer(0, 40, 1);
    const lost = state.run(setPrice, { id: 'updo', price: 50 }, 4).catch((error: Error) => error);
    await fail(0, new NetworkError('timeout'));
    expect(await lost).toMatchObject({ reason: 'timeout' });
    expect(asked).toHaveLength(2);
  });

  it.each(['stale', 'already-cancelled', 'booking-not-found'] as const)(
    'loads what is there when it is refused as %s',
    async (code) => {
      const { state, setPrice, asked, answer, fail, shown } = givenServer();
      await answer(0, 40, 1);
      const change = state.run(setPrice, { id: 'updo', price: 50 }, 1).catch((error: Error) => error);
      await fail(0, refused(code));
      await change;
      await answer(1, 45, 5);
      expect(asked).toHaveLength(2);
      expect(shown()).toBe(45);
    },
  );
});

describe('a change by somebody else', () => {
  const changed = (id: string, position: number) => ({
    position: at(position),
    changes: [{ kind: 'service', id, position: at(position) }],
  });

  it('loads what is shown, at least as new as the change', async () => {
    const { state, asked, answer, shown } = givenServer();
    await answer(0, 40, 1);
    const heard = state.hear('changes', changed('updo', 5));
    expect(asked.at(-1)?.after).toBe(at(5));
    await answer(1, 45, 5);
    expect(await heard).toEqual(['service/updo']);
    expect(shown()).toBe(45);
  });

  it('loads nothing that has it already, nor what it is not about', async () => {
    const { state, asked, answer } = givenServer();
    await answer(0, 40, 9);
    await state.hear('changes', changed('updo', 9));
    await state.hear('changes', {
      position: at(12),
      changes: [{ kind: 'customer', id: 'x', position: at(12) }],
    });
    expect(asked).toHaveLength(1);
  });

  it('counts as ours when we made it', async () => {
    const { state, setPrice, answer, accept } = givenServer();
    await answer(0, 40, 1);
    const change = state.run(setPrice, { id: 'updo', price: 50 }, 1);
    expect(await state.hear('changes', changed('updo', 1))).toEqual([]);
    await accept(0, 2, 7);
    await answer(1, 50, 7);
    await change;
    expect(await state.hear('changes', changed('updo', 7))).toEqual([]);
  });

  it('makes everything old when too much has happened to be told', async () => {
    const { state, asked, answer } = givenServer();
    await answer(0, 40, 1);
    state.hear('reset', { position: at(90) });
    expect(asked.at(-1)?.after).toBe(at(90));
  });

  it('loads anew what was only being loaded, once, and not where the answer has it', async () => {
    const { state, asked, answer, settled, shown } = givenServer();
    state.hear('changes', changed('updo', 5));
    await answer(0, 40, 4);
    expect(asked.map(({ after }) => after)).toEqual([undefined, at(5)]);
    expect(shown()).toBeUndefined();
    // A read model may lag behind for longer than anybody waits.
    await answer(1, 41, 4);
    await settled();
    expect([asked.length, shown()]).toEqual([2, 41]);

    const other = givenServer();
    other.state.hear('changes', changed('updo', 5));
    await other.answer(0, 45, 6);
    expect([other.asked.length, other.shown()]).toEqual([1, 45]);
  });

  it('ends a request that cannot have it', async () => {
    const { state, asked, answer } = givenServer();
    await answer(0, 40, 1);
    state.hear('changes', changed('updo', 5));
    state.hear('changes', changed('updo', 6));
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  });
});

it('an answer of a server that is behind never takes the place of a newer one', async () => {
  const { state, answer, shown } = givenServer();
  await answer(0, 40, 9);
  state.client.refetchQueries({ queryKey: ['services', null] });
  await answer(1, 30, 4);
  expect(shown()).toBe(40);
});
