import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { useMay } from '../../data/role.ts';
import { MomentButton } from '../../ui/moment/moment-button.tsx';
import { MOMENT_PARAMETER } from '../plan/span.ts';

/** A button that asks for a moment, and shows the calendar as it was then, for those who may see its changes. */
export function AsItWas({ label, at }: { label: string; at?: string | null | undefined }) {
  const [, changeAddress] = useAddressQuery();
  if (!useMay()('desk')) return null;
  return (
    <MomentButton
      label={label}
      title="The calendar as it was"
      description="Everything as it stood at this date and time. Nothing can be changed there."
      at={at}
      onChoose={(instant) => changeAddress((next) => next.set(MOMENT_PARAMETER, instant))}
    />
  );
}
