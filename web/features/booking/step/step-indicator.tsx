import { Check } from 'lucide-react';
import { STEPS, type Step } from '../wizard/wizard.ts';

const LABELS: Record<Step, string> = {
  services: 'Services',
  datetime: 'Date & Time',
  checkout: 'Checkout',
};

/** Shows the current step. Completed steps are buttons that lead back to them. */
export function StepIndicator({ step, onGoTo }: { step: Step; onGoTo: (step: Step) => void }) {
  const current = STEPS.indexOf(step);
  return (
    <nav aria-label="Booking steps">
      <ol className="flex flex-wrap items-center gap-2 sm:gap-4">
        {STEPS.map((name, index) => {
          const done = index < current;
          const content = (
            <>
              <span
                className={`flex size-8 shrink-0 items-center justify-center rounded-full border text-sm font-medium tabular-nums ${
                  index === current
                    ? 'border-plum bg-plum text-white'
                    : done
                      ? 'border-brass bg-white text-brass-deep'
                      : 'border-stone/40 text-stone'
                }`}
              >
                {done ? <Check aria-hidden="true" className="size-4" /> : index + 1}
              </span>
              <span className={index === current ? 'font-medium' : 'text-stone max-sm:sr-only'}>
                {LABELS[name]}
              </span>
            </>
          );
          return (
            <li
              key={name}
              aria-current={index === current ? 'step' : undefined}
              className="flex items-center gap-2 not-last:after:h-px not-last:after:w-4 not-last:after:bg-stone/40 sm:gap-4 sm:not-last:after:w-10"
            >
              {done ? (
                <button
                  type="button"
                  onClick={() => onGoTo(name)}
                  className="flex min-h-11 min-w-11 items-center gap-2 underline-offset-4 max-sm:-mx-1.5 max-sm:justify-center hover:underline"
                >
                  {content}
                </button>
              ) : (
                <span className="flex min-h-11 items-center gap-2">{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
