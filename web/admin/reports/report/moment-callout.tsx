import { useSalon } from '../../../salon/salon-context.ts';
import { Callout } from '../../../ui/callout.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { recordInstant } from '../../ui/instant-text.ts';

/** Says that a report is one of the past. */
export function MomentCallout({
  asOf,
  onNow,
}: {
  /** The instant; null before the first event, undefined while it is loading. */
  asOf: string | null | undefined;
  onNow: () => void;
}) {
  const { time_zone } = useSalon();
  return (
    <div className="pb-4">
      <Callout
        actions={
          <AdminButton className="print:hidden" onClick={onNow}>
            Back to now
          </AdminButton>
        }
      >
        <p className="text-sm">
          <span className="font-medium">
            {asOf === null
              ? 'As it stood before anything was recorded.'
              : asOf && `As it stood on ${recordInstant(asOf, time_zone)}.`}
          </span>{' '}
          Below each number is what it is now; those that differ are tinted.
        </p>
      </Callout>
    </div>
  );
}
