import { expect, it } from 'vitest';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { readStreams } from '../../src/eventsourcing/streams/read-streams.ts';

it('reads many streams, some at a time, and has their events as the streams were named', async () => {
  let reading = 0;
  let most = 0;
  const log = {
    async read(stream: string) {
      most = Math.max(most, ++reading);
      // The later ones answer first.
      for (let wait = 40 - Number(stream.slice(2)); wait > 0; wait -= 1) await Promise.resolve();
      reading -= 1;
      return stream === 's-7'
        ? []
        : ([
            { stream, id: 'a' },
            { stream, id: 'b' },
          ] as unknown as RecordedEvent[]);
    },
  };
  const streams = Array.from({ length: 40 }, (_, index) => `s-${index}`);
  const read = await readStreams(log, streams);
  expect(read.map(({ stream, id }) => `${stream} ${id}`)).toEqual(
    streams.filter((stream) => stream !== 's-7').flatMap((stream) => [`${stream} a`, `${stream} b`]),
  );
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(32);
  expect(await readStreams(log, [])).toEqual([]);
});
