import type { Path } from 'react-hook-form';
import { type AdminStylist, StylistHours } from '../../../src/contracts/salon/admin-stylists.ts';
import { dayOfWeek } from '../../../src/salon/salon-time.ts';
import { intervalOf } from '../../../src/salon/time-text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAcknowledged } from '../bookings/affected/use-acknowledged.tsx';
import { type AfterChange, ofStylist } from '../bookings/after-change.ts';
import { stylistName } from '../data/stylist-name.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { typedTimes } from '../hours/times-fields.tsx';
import { requestedDays, type TypedDays, WEEKDAYS, WeekFields } from '../hours/week-fields.tsx';
import { openIn, weekdaysOf } from '../hours/weekdays.ts';
import { SCHEDULE } from '../hours/weekly-commands.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { Choice } from '../ui/form/choice.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { SET_STYLIST_HOURS } from './commands.ts';
import { WEEK_FIELDS } from './stylist-text.ts';

interface Typed {
  readonly isOwn: boolean;
  readonly week: TypedDays;
}

const typedOf = ({ week }: AdminStylist): Typed => ({
  isOwn: week !== null,
  week: WEEKDAYS.map(({ day }) =>
    (week?.find(({ day_of_week }) => day_of_week === day)?.windows ?? []).map((window) =>
      typedTimes(intervalOf(window)),
    ),
  ),
});

/** The weekly hours of a stylist: the salon's, or a table of their own. It begins with the salon's. */
export function WeekDialog({
  opened,
  current,
  onClose,
}: {
  opened: AdminStylist;
  current: AdminStylist | undefined;
  onClose: () => void;
}) {
  const setHours = useCommand(SET_STYLIST_HOURS);
  const { undoButton } = useEventUndo();
  const { run: acknowledge, dialog } = useAcknowledged();
  const { data: schedule } = useAdminQuery(SCHEDULE, 'now');
  const form = useAdminForm({
    values: typedOf(opened),
    schema: StylistHours,
    toRequest: ({ isOwn, week }) => ({ week: isOwn ? requestedDays(week) : null }),
    async send({ week }) {
      const after: AfterChange = (date) => {
        const day = week?.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
        return week ? { windows: (day?.windows ?? []).map(intervalOf), blocked: [] } : undefined;
      };
      const change = {
        question: `Change the weekly hours of ${stylistName(opened)}?`,
        verb: 'Change',
        stylist: opened,
        after: ofStylist(opened.id, after),
      };
      const answer = await acknowledge(change, (acknowledged) =>
        setHours.send({ id: opened.id, week, ...acknowledged }, version),
      );
      if (!answer) return;
      toastSuccess('Weekly hours saved', undefined, undoButton('settings', 'team', answer));
      onClose();
    },
    onFailure: (error) => isConflict(error) || toastFailure(error),
  });
  const { version, isConflict, callout } = useConflict({
    opened,
    current,
    fields: WEEK_FIELDS,
    onTakeTheirs: (theirs) => (theirs ? form.reset(typedOf(theirs)) : onClose()),
  });
  const { isOwn, week } = form.typed;

  /** A table that was empty begins with the salon's hours. */
  function chooseOwn() {
    if (!schedule) return;
    const isEmpty = week.every(({ length }) => length === 0);
    form.change({
      isOwn: true,
      ...(isEmpty && {
        week: weekdaysOf(schedule).map(({ hours }) => openIn(hours).map(typedTimes)),
      }),
    });
  }

  return (
    <>
      <FormDialog
        title={`Weekly hours of ${stylistName(opened)}`}
        description="Appointments outside these hours stay where they are."
        width="roomy"
        save="Save hours"
        form={form}
        discard="Discard these hours?"
        isWaiting={!schedule}
        onClose={onClose}
      >
        {callout}
        <fieldset>
          <legend className="sr-only">Which hours?</legend>
          <Choice name="whose" checked={!isOwn} onChange={() => form.change({ isOwn: false })}>
            The salon’s hours
          </Choice>
          <Choice name="whose" checked={isOwn} disabled={!schedule} onChange={chooseOwn}>
            <span>
              Own hours <span className="text-stone">· only while the salon is open</span>
            </span>
          </Choice>
        </fieldset>
        {isOwn && (
          <WeekFields
            name="week"
            words={['Works', 'Off']}
            days={week}
            errorOf={(path) => form.errorOf(path as Path<Typed>)}
            onChange={(week) => form.change({ week })}
          />
        )}
      </FormDialog>
      {dialog}
    </>
  );
}
