import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDownloadTurns } from '../../src/http/limits/download-turns.ts';
import { Refused } from '../../src/http/refusal.ts';

/** A response that ends, or whose reader leaves. */
class FakeResponse extends EventEmitter {
  closed = false;
  writableFinished = false;
  close(isFinished: boolean) {
    this.writableFinished = isFinished;
    this.closed = true;
    this.emit('close');
  }
}

/** Lets everything run that is ready to. */
const settle = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate);
};

const Step = fc.oneof(
  fc.record({ does: fc.constant('asks' as const), who: fc.constantFrom('key', 'person', 'other key') }),
  fc.record({ does: fc.constantFrom('ends' as const, 'leaves' as const), which: fc.nat(20) }),
);

it('gives each two turns at a time, passes them on, and keeps none that nobody uses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 40 }), async (steps) => {
      const turnFor = createDownloadTurns();
      const open: { who: string; res: FakeResponse; has: 'turn' | 'nothing' | 'refusal' }[] = [];
      for (const step of steps) {
        if (step.does === 'asks') {
          const download = {
            who: step.who,
            res: new FakeResponse(),
            has: 'nothing' as const as 'turn' | 'nothing' | 'refusal',
          };
          open.push(download);
          turnFor(step.who, download.res as unknown as Response).then(
            () => {
              download.has = 'turn';
            },
            (error: unknown) => {
              expect(error).toBeInstanceOf(Refused);
              download.has = 'refusal';
            },
          );
        } else {
          const [left] = open.splice(step.which % Math.max(1, open.length), 1);
          if (left) left.res.close(step.does === 'ends' && left.has === 'turn');
        }
        await settle();
        for (const [who, ofOne] of Map.groupBy(open, (download) => download.who)) {
          expect(ofOne.filter(({ has }) => has === 'turn').length, who).toBe(Math.min(2, ofOne.length));
          expect(ofOne.filter(({ has }) => has === 'refusal')).toEqual([]);
        }
      }
      for (const { res } of open) res.close(true);
    }),
    { numRuns: 60 },
  );
});
