import { AsyncLocalStorage } from 'node:async_hooks';
import { type SharedClock, sharedClock } from '../../src/adapters/shared-clock.ts';

/** The demo's time. */
export interface DemoClock {
  /** The time of the action that asks; of the latest one where none asks. */
  now(): Date;
  /** Does something at a time, while other actions have times of their own. */
  at<Result>(moment: Date, work: () => Promise<Result>): Promise<Result>;
  /** What other threads go by. */
  readonly shared: SharedClock;
}

/** A clock that stands at the beginning until the first action. */
export function demoClock(beginning: Date): DemoClock {
  const shared = sharedClock();
  shared.stopAt(beginning);
  const own = new AsyncLocalStorage<Date>();
  return {
    shared,
    now: () => own.getStore() ?? shared.now(),
    at(moment, work) {
      if (moment > shared.now()) shared.stopAt(moment);
      return own.run(moment, work);
    },
  };
}
