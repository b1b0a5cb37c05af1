import { useState } from 'react';
import { useAcknowledged } from '../../bookings/affected/use-acknowledged.tsx';
import type { DayBlock } from '../plan/columns.ts';
import { BlockTimeDialog, type TimeOnDate } from './block-time-dialog.tsx';
import { EditBlockedTimeDialog } from './edit-blocked-time-dialog.tsx';

/** The time that is asked about where none was selected: a lunch. */
export const NOON = { start: 720, end: 780 };

/** Blocked parts of days: `block` asks about a new one, `open` shows one, and `dialogs` must be rendered. */
export function useBlockedTimes() {
  const { run, dialog } = useAcknowledged();
  const [asked, setAsked] = useState<TimeOnDate | null>(null);
  const [opened, setOpened] = useState<DayBlock | null>(null);
  const close = () => {
    setAsked(null);
    setOpened(null);
  };
  const shown = { acknowledge: run, onClose: close };
  return {
    block: setAsked,
    open: setOpened,
    dialogs: (
      <>
        {asked && <BlockTimeDialog time={asked} {...shown} />}
        {opened && <EditBlockedTimeDialog key={opened.id} block={opened} {...shown} />}
        {dialog}
      </>
    ),
  };
}
