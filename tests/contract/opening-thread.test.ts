import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startOpening } from '../../src/adapters/opening-thread/opening.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { type OpenParts, openParts, openPersonalBy } from '../../src/eventsourcing/sealing/open-personal.ts';
import { SealBroken } from '../../src/eventsourcing/sealing/sealed-box.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenDatabase } from '../support/server/postgres.ts';
import { event, freshStream } from './log-probe.ts';

const database = givenDatabase();

async function givenOpening() {
  const masterKey = randomBytes(32);
  const keys = postgresSealingKeys(database.pool, masterKey);
  const log = memoryEventStore();
  const store = sealedEventStore(log, keys);
  const here = vi.fn<OpenParts>(openParts(keys));
  const sealed = async (personal: Record<string, unknown>) => {
    const stream = freshStream();
    await store.append(stream, 'no-stream', [event({ fact: 1, personal }), event({ fact: 2 })]);
    return log.read(stream);
  };
  // Sealed before the thread begins, so that they can be opened before it is ready, however fast that is.
  const first = await sealed({ name: 'Ada', notes: 'a "quote"\nand ünïcode' });
  const opening = startOpening(here, { databaseUrl: database.url, masterKey });
  onTestFinished(opening.close);
  const open = openPersonalBy(opening.open);
  /** Opens until the thread does it. */
  const ready = async () => {
    const events = await sealed({ name: 'Ada' });
    await eventually(
      async () => {
        here.mockClear();
        await open(events);
        expect(here).not.toHaveBeenCalled();
      },
      { timeout: 60_000 },
    );
  };
  return { keys, open, sealed, first, ready, here };
}

describe('a thread that opens sealed parts', () => {
  it('opens them as the caller would, who does it until the thread is ready', async () => {
    const { open, first: events, ready, here } = await givenOpening();
    const expected = [{ fact: 1, personal: { name: 'Ada', notes: 'a "quote"\nand ünïcode' } }, { fact: 2 }];
    expect((await open(events)).map(({ data }) => data)).toEqual(expected);
    expect(here).toHaveBeenCalledOnce();
    await ready();
    expect((await open(events)).map(({ data }) => data)).toEqual(expected);
    expect(here).not.toHaveBeenCalled();
  });

  it('says what was erased, and counts a shred from its commit on', async () => {
    const { keys, open, sealed, ready } = await givenOpening();
    await ready();
    const [kept, gone] = [await sealed({ name: 'Ada' }), await sealed({ name: 'Bob' })];
    await keys.shred(gone[0]?.stream ?? '');
    const opened = await open([...kept, ...gone]);
    expect(opened.map(({ data }) => data.personal)).toEqual([
      { name: 'Ada' },
      undefined,
      'erased',
      undefined,
    ]);
  });

  it('leaves a part that does not open to the caller, with the error as it is', async () => {
    const { open, sealed, ready } = await givenOpening();
    await ready();
    const [[good], [forged]] = [await sealed({ name: 'Ada' }), await sealed({ name: 'Bob' })];
    if (!good || !forged) throw new Error('both streams have events');
    const moved = { ...forged, stream: good.stream };
    await expect(open([good, moved])).rejects.toThrow(SealBroken);
    expect((await open([good]))[0]?.data.personal).toEqual({ name: 'Ada' });
  });
});
