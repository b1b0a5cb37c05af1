import {
  FIRST_STEPS,
  type FirstStep,
  getFirstSteps,
  type StepNeed,
} from '../../contracts/settings/first-steps.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { NamedModel } from '../../http/operation/projected.ts';

type IsDone = Readonly<
  Record<FirstStep, () => Promise<boolean | Readonly<Partial<Record<StepNeed, boolean>>>>>
>;

interface FirstStepsDeps {
  readonly on: Mount;
  readonly isDone: IsDone;
  /** The read models that they ask. */
  readonly models: readonly NamedModel[];
  readonly backsUpBesideData: boolean;
}

async function stepOf(name: FirstStep, isDone: IsDone) {
  const found = await isDone[name]();
  if (typeof found === 'boolean') return { name, done: found, missing: [] };
  const missing = (Object.keys(found) as StepNeed[]).filter((need) => !found[need]);
  return { name, done: missing.length === 0, missing };
}

export function firstStepsRoutes({ on, isDone, models, backsUpBesideData }: FirstStepsDeps): void {
  on(
    getFirstSteps,
    async () => ({
      body: {
        steps: await Promise.all(FIRST_STEPS.map((name) => stepOf(name, isDone))),
        backs_up_beside_data: backsUpBesideData,
      },
    }),
    models,
  );
}
