import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { sharedPositions } from '../../projections/engine/positions/shared-positions.ts';

const at = (number: number) => number.toString(16).padStart(16, '0').repeat(2);

describe('positions in shared memory', () => {
  it('come back as they were written, each on its own', () => {
    const writer = sharedPositions(['hours', 'bookings']);
    const reader = sharedPositions(['hours', 'bookings'], writer.memory);
    expect([reader.read('hours'), reader.read('bookings')]).toEqual(['', '']);
    const far = `${'f'.repeat(16)}${'0123456789abcdef'}`;
    writer.write(new Map([['bookings', far]]));
    writer.write(new Map([['hours', at(3)]]));
    expect([reader.read('hours'), reader.read('bookings')]).toEqual([at(3), far]);
    writer.write(new Map([['unknown', at(9)]]));
    expect(reader.read('unknown')).toBe('');
  });

  it('report to the writer whether the reader waits', () => {
    const positions = sharedPositions(['hours']);
    expect(positions.write(new Map([['hours', at(1)]]))).toBe(false);
    positions.waitBegins();
    positions.waitBegins();
    positions.waitEnds();
    expect(positions.write(new Map([['hours', at(2)]]))).toBe(true);
    positions.waitEnds();
    expect(positions.write(new Map([['hours', at(3)]]))).toBe(false);
  });

  it('are never half of one and half of another', async () => {
    const names = ['hours', 'bookings'];
    const reader = sharedPositions(names);
    const source = `
      import { workerData } from 'node:worker_threads';
      import { sharedPositions } from '${new URL('../../projections/engine/positions/shared-positions.ts', import.meta.url)}';
      const writer = sharedPositions(['hours', 'bookings'], workerData);
      const at = (number) => number.toString(16).padStart(16, '0').repeat(2);
      for (let n = 1; n <= 200_000; n += 1) writer.write(new Map([['hours', at(n)], ['bookings', at(n)]]));`;
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      workerData: reader.memory,
    });
    const ended = once(thread, 'exit');
    let last = '';
    for (let reads = 0; last !== at(200_000); reads += 1) {
      const read = reader.read('bookings');
      expect(read.slice(0, 16)).toBe(read.slice(16));
      expect(read >= last).toBe(true);
      last = read;
      if (reads % 1_000 === 0) await new Promise(setImmediate);
    }
    await ended;
  });
});
