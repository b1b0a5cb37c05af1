import { useServerState } from './server-state-context.ts';

/** Of everything that is typed into forms of the admin area, by form. They end with the session, as all that it knows does. */
const drafts = new WeakMap<object, Map<string, unknown>>();

/** What was typed into a form and not sent yet. It is there again when one comes back from another screen. */
export function useDraft<Draft>(form: string) {
  const state = useServerState();
  return {
    read: () => drafts.get(state)?.get(form) as Draft | undefined,
    keep(draft: Draft) {
      const all = drafts.get(state) ?? new Map<string, unknown>();
      drafts.set(state, all.set(form, draft));
    },
    drop() {
      drafts.get(state)?.delete(form);
    },
  };
}
