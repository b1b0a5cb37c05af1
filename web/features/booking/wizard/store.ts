import { create } from 'zustand';
import { readFromTab, storeInTab } from '../../../ui/tab-storage.ts';
import {
  type CustomerInfo,
  EMPTY_WIZARD,
  type Wizard,
  withDate,
  withoutHold,
  withServices,
  withServiceToggled,
  withStylist,
  withTime,
  withWish,
} from './wizard.ts';

interface Actions {
  toggleService: (id: string) => void;
  setServices: (ids: readonly string[]) => void;
  setWish: (wish: string) => void;
  /** Null for anyone. */
  chooseStylist: (stylist: string | null) => void;
  chooseDate: (date: string) => void;
  chooseTime: (time: string | null) => void;
  setCustomer: (customer: CustomerInfo) => void;
  /** Sets the reason why the visitor was sent back to an earlier step, unless it is shown elsewhere, and clears a time that is taken. */
  refuse: (notice: string | null, isTimeGone: boolean) => void;
  /** Marks the hold as given up; `useHoldRelease` then releases it on the server. */
  giveUpHold: () => void;
  reset: () => void;
}

const NAME = 'booking';

export const useWizard = create<Wizard & Actions>()((set) => ({
  ...EMPTY_WIZARD,
  toggleService: (id) => set((wizard) => withServiceToggled(wizard, id)),
  setServices: (ids) => set((wizard) => withServices(wizard, ids)),
  setWish: (wish) => set((wizard) => withWish(wizard, wish)),
  chooseStylist: (stylist) => set((wizard) => withStylist(wizard, stylist)),
  chooseDate: (date) => set((wizard) => withDate(wizard, date)),
  chooseTime: (time) => set((wizard) => withTime(wizard, time)),
  setCustomer: (customer) => set({ customer }),
  refuse: (notice, isTimeGone) =>
    set((wizard) => ({ ...(isTimeGone ? withTime(wizard, null) : wizard), notice })),
  giveUpHold: () => set(withoutHold),
  reset: () => set(EMPTY_WIZARD),
}));

// It is in the tab's storage: it contains personal data, so it must end with the visit.
useWizard.subscribe((state) => storeInTab(NAME, { state }));

let isRestored = false;

/** Restores what this tab has stored, if anything; called before the wizard is shown. */
export async function restoreWizard(): Promise<void> {
  const stored = isRestored ? null : readFromTab(NAME);
  if (stored !== null) {
    const { readWizard } = await import('./stored-wizard.ts');
    useWizard.setState(readWizard(stored));
  }
  isRestored = true;
}
