import { useStore } from 'zustand';
import { REFUSALS } from '../plan/calendar-text.ts';
import type { GestureStore } from './gesture-store.ts';

const REASONS: readonly string[] = Object.values(REFUSALS);

/** Announces a gesture to screen readers. While an appointment is moved by keyboard, it also shows which keys to use. */
export function Announcer({ store }: { store: GestureStore }) {
  const said = useStore(store, (state) => state.said);
  const carried = useStore(store, ({ gesture: g }) =>
    g.status === 'dragging' && g.by === 'keys' ? g.intent.kind : null,
  );
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {carried && (
        <p
          aria-hidden="true"
          className="fixed bottom-4 left-1/2 z-50 w-max max-w-full -translate-x-1/2 rounded-md border border-line bg-panel px-4 py-2 text-sm shadow-md"
        >
          {REASONS.some((reason) => said.startsWith(reason)) && <b className="block text-bad">{said}</b>}
          {carried === 'create'
            ? 'Arrow keys move, Enter chooses, Esc leaves.'
            : 'Arrow keys move, Enter drops, Esc returns.'}
        </p>
      )}
    </>
  );
}
