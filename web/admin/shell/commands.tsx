import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import type { QuestionById } from '../bookings/booking-question.ts';
import { QuestionOf } from '../bookings/dialogs/question-of.tsx';
import { BookAgainDialog } from '../bookings/new/book-again-dialog.tsx';
import { NewBookingFor } from '../bookings/new/new-booking-dialog.tsx';
import { useNewBooking } from '../bookings/new/use-new-booking.ts';
import { WalkInDialog } from '../bookings/new/walk-in-dialog.tsx';
import { useMay, useRole } from '../data/role.ts';
import { useShortcut, useShortcutKeys } from '../ui/shortcuts/shortcuts.ts';
import { entriesFor } from './navigation.ts';
import { Palette } from './palette/palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { type ShellActions, useActions } from './use-actions.ts';

/** The event with which buttons open the palette. */
const OPEN = 'open-palette';
export const openPalette = () => window.dispatchEvent(new Event(OPEN));

/** The palette, the shortcuts that work everywhere, the list of all of them, and the dialog for a new booking. */
export function Commands({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  /** About a walk-in, or the visit that it has ended. */
  const [question, setQuestion] = useState<QuestionById | null>(null);
  const navigate = useNavigate();
  const role = useRole();
  const may = useMay();
  const close = () => setShown(null);
  const showPalette = useCallback(() => setShown('palette'), []);
  const { initial, again, walkIn, begin, beginWalkIn, end } = useNewBooking();
  const { pathname } = useLocation();
  const [query] = useAddressQuery();
  /** Whether the calendar shows the past, where nothing can be changed. */
  const isPast = pathname === '/admin/calendar' && query.has('at');
  const showShortcuts = () => setShown('shortcuts');
  useShortcutKeys();
  usePaletteKey(showPalette);

  const focusSearch = () => {
    const field = document.querySelector<HTMLInputElement>('input[data-search]');
    if (field) field.focus();
    else showPalette();
  };
  useShortcut(['?'], 'Show these shortcuts', showShortcuts);
  useShortcut(['/'], 'Search', focusSearch);

  return (
    <>
      {!isPast && may('desk') && <NewBookingKey onPress={begin} />}
      {entriesFor(role).map(({ to, label, key }) => (
        <GoKey key={to} letter={key} label={label} onPress={() => navigate(to)} />
      ))}
      {again && <BookAgainDialog bookingId={again} onClose={end} />}
      {walkIn !== null && <WalkInDialog {...walkIn} onClose={end} onAsk={setQuestion} />}
      {question && <QuestionOf {...question} onClose={() => setQuestion(null)} />}
      {initial && <NewBookingFor {...initial} onClose={end} />}
      {shown === 'palette' && (
        <ShellPalette {...{ begin, beginWalkIn, showShortcuts, onToggleSidebar }} onClose={close} />
      )}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  );
}

function ShellPalette({ onClose, ...shell }: ShellActions & { readonly onClose: () => void }) {
  return <Palette actions={useActions(shell)} onClose={onClose} />;
}

function NewBookingKey({ onPress }: { onPress: () => void }) {
  useShortcut(['c'], 'New booking', onPress);
  return null;
}

function GoKey({ letter, label, onPress }: { letter: string; label: string; onPress: () => void }) {
  useShortcut(['g', letter], `Go to ${label}`, onPress);
  return null;
}

/** Ctrl or Cmd and K, also from within a field. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // It doesn't open over a dialog, since it would hide what was typed there.
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) open();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener(OPEN, open);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(OPEN, open);
    };
  }, [open]);
}
