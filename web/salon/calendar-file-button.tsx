import { CalendarArrowDown } from 'lucide-react';
import { useState } from 'react';
import { getCalendarFile } from '../../src/contracts/bookings/manage.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toastError } from '../ui/toast/toast.tsx';

/**
 * Downloads the appointment's calendar file, at least as new as the position `after` when that is given. It is fetched,
 * since a plain link would have the token in its URL.
 */
export function CalendarFileButton({ token, after }: { token: string; after?: string | undefined }) {
  const [busy, setBusy] = useState(false);
  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(await call(getCalendarFile, { token, query: { after } }), 'appointment.ics');
    } catch {
      toastError('Error', 'The calendar file could not be loaded. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button look="outline" onClick={download} aria-disabled={busy}>
      <CalendarArrowDown aria-hidden="true" className="size-4" />
      Download .ics
    </Button>
  );
}
