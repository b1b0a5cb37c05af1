import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { newIdempotencyKey } from '../../api.ts';
import {
  type CustomerInfo,
  EMPTY_WIZARD,
  keyFor,
  Wizard,
  withDate,
  withoutHold,
  withServices,
  withServiceToggled,
  withTime,
} from './wizard.ts';

interface Actions {
  toggleService: (id: string) => void;
  setServices: (ids: readonly string[]) => void;
  chooseDate: (date: string) => void;
  chooseTime: (time: string | null) => void;
  setCustomer: (customer: CustomerInfo) => void;
  /** Leads back to an earlier step with a reason; the time is kept unless it is the time that can't be had. */
  refuse: (notice: string, timeIsGone: boolean) => void;
  /** Gives the held time back. */
  letGo: () => void;
  /** Remembers the request before it is sent and answers its key. */
  beginAttempt: (request: string) => string;
  endAttempt: () => void;
  reset: () => void;
}

/** The wizard's state. Lives as long as the tab: it holds personal data, so nothing of it outlives the visit. */
export const useWizard = create<Wizard & Actions>()(
  persist(
    (set, get) => ({
      ...EMPTY_WIZARD,
      toggleService: (id) => set((wizard) => withServiceToggled(wizard, id)),
      setServices: (ids) => set((wizard) => withServices(wizard, ids)),
      chooseDate: (date) => set((wizard) => withDate(wizard, date)),
      chooseTime: (time) => set((wizard) => withTime(wizard, time)),
      setCustomer: (customer) => set({ customer }),
      refuse: (notice, timeIsGone) =>
        set((wizard) => ({ ...(timeIsGone ? withTime(wizard, null) : wizard), notice })),
      letGo: () => set(withoutHold),
      beginAttempt: (request) => {
        const key = keyFor(get(), request, newIdempotencyKey);
        set({ attempt: { key, request } });
        return key;
      },
      endAttempt: () => set({ attempt: null }),
      reset: () => set(EMPTY_WIZARD),
    }),
    {
      name: 'booking',
      storage: createJSONStorage(() => sessionStorage),
      // What lies in storage may be from an older release, or anyone's doing.
      merge: (stored, current) => ({ ...current, ...Wizard.safeParse(stored).data }),
    },
  ),
);
