import type { Account } from '../../../../src/contracts/accounts/accounts.ts';

/** The props of every second factor's panel. */
export interface FactorPanelProps {
  readonly account: Account;
  readonly onChanged: () => void;
  /** Called after a factor was added. @returns whether it has moved the focus */
  readonly onAdded: () => boolean;
}
