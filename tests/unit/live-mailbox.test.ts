import { describe, expect, it } from 'vitest';
import { createMailbox } from '../../projections/history/live/mailbox.ts';
import type { LiveChange } from '../../src/contracts/live.ts';

const position = (n: number) => n.toString(16).padStart(32, '0');
const change = (id: string, n: number): LiveChange => ({ kind: 'booking', id, position: position(n) });
const never = new AbortController().signal;

describe('the mailbox of a slow reader', () => {
  it('has each thing once, the latest change last', () => {
    const mailbox = createMailbox();
    expect(mailbox.take()).toBeUndefined();
    mailbox.put([change('a', 1), change('b', 2)], position(2));
    mailbox.put([change('a', 3)], position(3));
    expect(mailbox.take()).toEqual({
      kind: 'changes',
      position: position(3),
      changes: [change('b', 2), change('a', 3)],
    });
    expect(mailbox.take()).toBeUndefined();
  });

  it('holds 500 things, and says to load everything again after more', () => {
    const mailbox = createMailbox();
    const things = (count: number) => Array.from({ length: count }, (_, n) => change(`thing ${n}`, n));
    mailbox.put(things(500), position(500));
    expect(mailbox.take()).toMatchObject({ kind: 'changes' });
    mailbox.put(things(500), position(500));
    mailbox.put([change('one more', 501)], position(501));
    mailbox.put([change('and more', 502)], position(502));
    expect(mailbox.take()).toEqual({ kind: 'reset', position: position(502) });
    mailbox.put([change('a', 503)], position(503));
    expect(mailbox.take()).toMatchObject({ kind: 'changes', changes: [change('a', 503)] });
  });

  it('says so too when there was more than could be told', () => {
    const mailbox = createMailbox();
    mailbox.put([change('a', 1)], position(1));
    mailbox.put(null, position(9));
    expect(mailbox.take()).toEqual({ kind: 'reset', position: position(9) });
  });

  it('wakes its reader by what comes in, and takes no notice of nothing', async () => {
    const mailbox = createMailbox();
    const woken = mailbox.wait(60_000, never);
    mailbox.put([], position(1));
    expect(mailbox.take()).toBeUndefined();
    mailbox.put([change('a', 2)], position(2));
    await woken;
    await mailbox.wait(60_000, never);
    expect(mailbox.take()).toMatchObject({ position: position(2) });
  });

  it('wakes its reader when the time is over, or the reader leaves', async () => {
    const mailbox = createMailbox();
    await mailbox.wait(1, never);
    const leaving = new AbortController();
    const waiting = mailbox.wait(60_000, leaving.signal);
    leaving.abort();
    await waiting;
    await mailbox.wait(60_000, leaving.signal);
  });
});
