import { type FormEvent, useState } from 'react';
import {
  instantOf,
  isSalonDate,
  type SalonDate,
  salonDate,
  salonMinutes,
} from '../../../../src/salon/salon-time.ts';
import { formatClock, parseClock } from '../../../../src/salon/time-text.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { serverNow } from '../../../ui/server-clock.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { AdminField } from '../form/field.tsx';
import { showErrors } from '../form/show-errors.ts';

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
  const [date, setDate] = useState<SalonDate>(() => salonDate(initial, time_zone));
  const [time, setTime] = useState(() => formatClock(salonMinutes(initial, time_zone)));
  const [problem, setProblem] = useState<{ field: 'date' | 'time'; text: string } | null>(null);

  function choose(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const refuse = (field: 'date' | 'time', text: string) =>
      showErrors(form, () => setProblem({ field, text }));
    if (!isSalonDate(date)) return refuse('date', 'Please enter a date.');
    const minutes = parseClock(time);
    if (minutes === null) return refuse('time', 'Please enter a time.');
    const instant = instantOf(date, minutes, time_zone);
    if (!instant) return refuse('time', 'The clocks skipped this time.');
    if (instant > serverNow()) return refuse('date', 'Choose a time in the past.');
    onChoose(instant.toISOString());
  }

  const errorOf = (field: 'date' | 'time') => (problem?.field === field ? problem.text : undefined);
  return (
    <FormDialog
      title={title}
      description={description}
      width="narrow"
      save="Show"
      busy={false}
      formClass="grid grid-cols-2 items-start gap-3"
      onSave={choose}
      onClose={onClose}
    >
      <AdminField
        label="Date"
        type="date"
        required
        max={salonDate(serverNow(), time_zone)}
        value={date}
        error={errorOf('date')}
        onChange={({ target }) => setDate(target.value)}
      />
      <AdminField
        label="Time"
        type="time"
        required
        value={time}
        error={errorOf('time')}
        onChange={({ target }) => setTime(target.value)}
      />
    </FormDialog>
  );
}
