import { CalendarArrowDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toastError } from '../ui/toast.tsx';
import { fetchCalendarFile } from './calendar-file-data.ts';

/** Downloads the appointment's calendar file. It is fetched, since a plain link would have the token in its URL. */
export function CalendarFileButton({ token, after }: { token: string; after?: string | undefined }) {
  const [busy, setBusy] = useState(false);
  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(await fetchCalendarFile(token, after), 'appointment.ics');
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
