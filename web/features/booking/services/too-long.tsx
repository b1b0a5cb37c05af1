import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { CallButton } from '../../../salon/call-button.tsx';

/** Shown instead of the button that continues. */
export function TooLong() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 *:grow">
      <p className="basis-48 font-medium text-pretty text-bad">{PROBLEMS['booking-too-long'].detail}</p>
      <CallButton look="outline" verb="Call" />
    </div>
  );
}
