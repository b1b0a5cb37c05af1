import { z } from 'zod';
import { instantOf, isSalonDate, salonDate, salonMinutes } from '../../../../src/salon/salon-time.ts';
import { formatClock, parseClock } from '../../../../src/salon/time-text.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { serverNow } from '../../../ui/server-clock.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { AdminField } from '../form/field.tsx';
import { useAdminForm } from '../form/use-admin-form.ts';

/** Asks for a date and a time of the past, by the salon's clock. */
export function MomentDialog({
  title,
  description,
  initial,
  onChoose,
  onClose,
}: {
  title: string;
  description: string;
  /** The moment to begin with. */
  initial: Date;
  /** Called with an ISO-8601 UTC instant. */
  onChoose: (instant: string) => void;
  onClose: () => void;
}) {
  const { time_zone } = useSalon();
  const form = useAdminForm({
    values: { date: salonDate(initial, time_zone), time: formatClock(salonMinutes(initial, time_zone)) },
    schema: z
      .object({
        date: z.string().refine(isSalonDate, 'Please enter a date.'),
        time: z.string().refine((text) => parseClock(text) !== null, 'Please enter a time.'),
      })
      .transform(({ date, time }, { addIssue }) => {
        const instant = instantOf(date, parseClock(time) ?? 0, time_zone);
        if (!instant) addIssue({ code: 'custom', path: ['time'], message: 'The clocks skipped this time.' });
        else if (instant > serverNow())
          addIssue({ code: 'custom', path: ['date'], message: 'Choose a time in the past.' });
        return instant?.toISOString() ?? '';
      }),
    send: async (instant) => onChoose(instant),
  });

  return (
    <FormDialog
      title={title}
      description={description}
      width="narrow"
      save="Show"
      form={form}
      formClass="grid grid-cols-2 items-start gap-3"
      onClose={onClose}
    >
      <AdminField
        label="Date"
        type="date"
        required
        max={salonDate(serverNow(), time_zone)}
        {...form.field('date')}
      />
      <AdminField label="Time" type="time" required {...form.field('time')} />
    </FormDialog>
  );
}
