import { z } from 'zod';
import { replayWebhook, type Webhook } from '../../../../src/contracts/settings/webhooks.ts';
import { startOfDay } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useSalonNow } from '../../../salon/use-salon-now.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { useKeyedAction } from '../../ui/fresh-sign-in/use-keyed-action.ts';

/** Sends again what happened from a day on. */
export function ReplayForm({
  webhook: { id, version },
  onDone,
  onCancel,
}: {
  webhook: Webhook;
  onDone: (webhook: Webhook) => void;
  onCancel: () => void;
}) {
  const { time_zone: timeZone } = useSalon();
  const today = useSalonNow().date;
  const { act, busy, failure } = useKeyedAction();
  const { submit, field } = useAdminForm({
    values: { day: '' },
    schema: z.object({
      day: z.string().refine((day) => day !== '' && day <= today, 'Please choose today or an earlier day.'),
    }),
    send({ day }) {
      const from = startOfDay(day, timeZone).toISOString();
      return act(
        `replay ${from}`,
        (options) => call(replayWebhook, { ...options, params: { id }, ifVersion: version, body: { from } }),
        onDone,
      );
    },
  });
  return (
    <form noValidate aria-label="Send again" className="space-y-3" onSubmit={submit}>
      <AdminField
        label="From the beginning of"
        hint="Everything since then is sent once more, in order. The other program knows by its id what it has had already."
        type="date"
        required
        max={today}
        className="max-w-md"
        {...field('day')}
      />
      <FailureCallout failure={failure} />
      <div className="flex flex-wrap gap-3">
        <AdminButton look="primary" type="submit" busy={busy}>
          Send again
        </AdminButton>
        <AdminButton onClick={onCancel}>Cancel</AdminButton>
      </div>
    </form>
  );
}
