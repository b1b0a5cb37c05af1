import { type ComponentType, useRef } from 'react';
import { LoadError } from '../../ui/loading/load-error.tsx';
import { useQuery } from '../../ui/query/use-query.ts';
import type { LaterStepProps } from './step/step-layout.tsx';
import { StepSkeleton } from './step/step-skeleton.tsx';
import type { Step } from './wizard/wizard.ts';

type LaterStepName = Exclude<Step, 'services'>;

const LOAD: Readonly<Record<LaterStepName, () => Promise<ComponentType<LaterStepProps>>>> = {
  datetime: async () => (await import('./time/time-step.tsx')).TimeStep,
  checkout: async () => (await import('./checkout/checkout-step.tsx')).CheckoutStep,
};

const loaded: Partial<Record<LaterStepName, ComponentType<LaterStepProps>>> = {};

async function load(step: LaterStepName) {
  loaded[step] ??= await LOAD[step]();
}

/** Loads the code of the later steps. What fails to load here is requested again when its step is shown. */
export const preloadLaterSteps = () => Promise.all([load('datetime'), load('checkout')]).catch(() => {});

/**
 * After a new release the code is no longer there, and a browser may remember that loading failed. Then only reloading the page
 * helps, which keeps everything chosen.
 */
async function loadAgain(step: LaterStepName) {
  try {
    await load(step);
  } catch (error) {
    if (navigator.onLine) window.location.reload();
    throw error;
  }
}

/** A step whose code is loaded separately, with a retry if there is no network. */
export function LaterStep({ step, ...props }: LaterStepProps & { readonly step: LaterStepName }) {
  const Loaded = loaded[step];
  const isAgain = useRef(false);
  const { status, reload } = useQuery(Loaded ? null : step, () =>
    isAgain.current ? loadAgain(step) : load(step),
  );
  const tryAgain = () => {
    isAgain.current = true;
    reload();
  };
  if (Loaded) {
    return (
      <section aria-labelledby="step" className="animate-enter">
        <Loaded {...props} />
      </section>
    );
  }
  if (status !== 'failed') return <StepSkeleton step={step} label="Loading..." />;
  return (
    <LoadError onRetry={tryAgain}>This step couldn’t be loaded. Please check your connection.</LoadError>
  );
}
