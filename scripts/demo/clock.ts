import { AsyncLocalStorage } from 'node:async_hooks';

/** The demo's time. */
export interface DemoClock {
  /** The time of the action that asks; of the latest one where none asks. */
  now(): Date;
  /** The time of the latest action, by which process managers go. */
  latest(): Date;
  /** Does something at a time, while other actions have times of their own. */
  at<Result>(moment: Date, work: () => Promise<Result>): Promise<Result>;
  /** From now on it shows the machine's time. */
  release(): void;
}

/** A clock that stands at the beginning until the first action. */
export function demoClock(beginning: Date): DemoClock {
  let stoppedAt: Date | undefined = beginning;
  const own = new AsyncLocalStorage<Date>();
  const latest = () => stoppedAt ?? new Date();
  return {
    latest,
    now: () => own.getStore() ?? latest(),
    at(moment, work) {
      if (moment > latest()) stoppedAt = moment;
      return own.run(moment, work);
    },
    release() {
      stoppedAt = undefined;
    },
  };
}
