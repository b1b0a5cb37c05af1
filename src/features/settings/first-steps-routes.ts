import { FIRST_STEPS, type FirstStep, getFirstSteps } from '../../contracts/settings/first-steps.ts';
import type { Guard } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { NamedModel } from '../../http/operation/projected.ts';

interface FirstStepsDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  /** What tells of each step whether it is done. */
  readonly isDone: Readonly<Record<FirstStep, () => Promise<boolean>>>;
  /** The read models that they ask. */
  readonly models: readonly NamedModel[];
}

/** What is still to do in a new salon. */
export function firstStepsRoutes({ on, isDone, models }: FirstStepsDeps): void {
  on(
    getFirstSteps,
    async () => ({
      body: {
        steps: await Promise.all(FIRST_STEPS.map(async (name) => ({ name, done: await isDone[name]() }))),
      },
    }),
    models,
  );
}
