import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { newIdempotencyKey } from '../../ui/idempotency-key.ts';
import {
  type CustomerInfo,
  EMPTY_WIZARD,
  keyFor,
  type Wizard,
  withDate,
  withoutHold,
  withParkedAttempt,
  withResumedAttempt,
  withServices,
  withServiceToggled,
  withTime,
  withWish,
} from './wizard.ts';

interface Actions {
  toggleService: (id: string) => void;
  setServices: (ids: readonly string[]) => void;
  setWish: (wish: string) => void;
  chooseDate: (date: string) => void;
  chooseTime: (time: string | null) => void;
  setCustomer: (customer: CustomerInfo) => void;
  /** Sets the reason why the visitor is back at an earlier step, unless it is said elsewhere, and clears a time that is gone. */
  refuse: (notice: string | null, isTimeGone: boolean) => void;
  /** Marks the hold as given up; `useHoldRelease` then releases it on the server. */
  giveUpHold: () => void;
  /** Stores the request before it is sent, and returns its Idempotency-Key. */
  beginAttempt: (request: string) => string;
  endAttempt: () => void;
  /** A code is asked for: the attempt has ended for now, and goes on under its key. */
  parkAttempt: () => void;
  resumeAttempt: (request: string) => void;
  reset: () => void;
}

const NAME = 'booking';

/** The wizard's state, in the tab's session storage: it contains personal data, so it must end with the visit. */
export const useWizard = create<Wizard & Actions>()(
  persist(
    (set, get) => ({
      ...EMPTY_WIZARD,
      toggleService: (id) => set((wizard) => withServiceToggled(wizard, id)),
      setServices: (ids) => set((wizard) => withServices(wizard, ids)),
      setWish: (wish) => set((wizard) => withWish(wizard, wish)),
      chooseDate: (date) => set((wizard) => withDate(wizard, date)),
      chooseTime: (time) => set((wizard) => withTime(wizard, time)),
      setCustomer: (customer) => set({ customer }),
      refuse: (notice, isTimeGone) =>
        set((wizard) => ({ ...(isTimeGone ? withTime(wizard, null) : wizard), notice })),
      giveUpHold: () => set(withoutHold),
      beginAttempt: (request) => {
        const key = keyFor(get(), request, newIdempotencyKey);
        set({ attempt: { key, request } });
        return key;
      },
      endAttempt: () => set({ attempt: null }),
      parkAttempt: () => set(withParkedAttempt),
      resumeAttempt: (request) => set((wizard) => withResumedAttempt(wizard, request)),
      reset: () => set(EMPTY_WIZARD),
    }),
    { name: NAME, storage: createJSONStorage(() => sessionStorage), skipHydration: true },
  ),
);

/** Brings back what this tab has stored, if anything; called before the wizard is shown. */
export async function restoreWizard(): Promise<void> {
  if (useWizard.persist?.hasHydrated() !== false || sessionStorage.getItem(NAME) === null) return;
  const { Wizard } = await import('./stored-wizard.ts');
  useWizard.persist.setOptions({
    // It may be from an older release or have been edited, so it is validated like any input.
    merge: (stored, current) => ({ ...current, ...Wizard.safeParse(stored).data }),
  });
  await useWizard.persist.rehydrate();
}
