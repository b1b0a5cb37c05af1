import { instantOf, parseTime } from '../../../src/salon/salon-time.ts';
import type { Confirmation } from '../../salon/confirmation.ts';
import { confirmedNext } from '../../salon/requested-text.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { useServices } from '../../salon/use-salon-data.ts';
import { serverNow } from '../../ui/server-clock.ts';

/** Services of these groups work with chemicals, for which the terms ask for a patch test. */
const CHEMICAL: ReadonlySet<string> = new Set(['Color', 'Chemical']);

/** The steps between booking and the appointment. */
export function NextSteps({ confirmation }: { confirmation: Confirmation }) {
  const patchTest = usePatchTest(confirmation);
  const steps = [
    confirmedNext(confirmation),
    patchTest,
    'On the day, just come. You pay at the salon.',
  ].filter(Boolean);
  return (
    <section aria-labelledby="next" className="mt-10 print:mt-6">
      <h2 id="next" className="mb-4 text-lg">
        What happens next
      </h2>
      <ol className="max-w-2xl space-y-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full border border-brass text-sm text-brass tabular-nums"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sentence about the patch test; null where the booked services need none. */
function usePatchTest({ date, time, services: booked }: Confirmation): string | null {
  const { patch_test_hours, time_zone } = useSalon();
  const services = useServices();
  if (services.status !== 'ready') return null;
  const names = new Set(booked.map(({ name }) => name));
  if (!services.data.some(({ name, category }) => names.has(name) && CHEMICAL.has(category))) return null;
  const start = instantOf(date, parseTime(time) ?? 0, time_zone);
  const isInTime = start !== null && start.getTime() - serverNow().getTime() > patch_test_hours * 3_600_000;
  return isInTime
    ? `Come by for a patch test at least ${patch_test_hours} hours before. It takes five minutes and costs nothing.`
    : 'Color and chemical services need a patch test beforehand. Please call us, your appointment is soon.';
}
