import type { SystemState } from '../../../../src/contracts/system/projections.ts';
import type { ProofState } from '../../../../src/contracts/system/proof.ts';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import {
  FOUND_WRONG,
  NEVER_PROVEN,
  PROOF_PATH,
  PROVEN,
  PROVING,
  REBUILDING,
  STOPPED,
  SYSTEM_PATH,
  system,
  WARNING_PATH,
} from '../fixtures/system-fixtures.ts';
import { json, lostNetwork, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const screen = (name: string, proof: ProofState, state: SystemState, text: RegExp): Screen => ({
  name: `system, ${name}`,
  path: '/admin/settings/system',
  begin: signedIn(),
  api: {
    ...ADMIN_SUCCESS,
    [`GET ${PROOF_PATH}`]: json(proof),
    [`GET ${WARNING_PATH}`]: json({ failed: proof.last?.holds === false }),
    [`GET ${SYSTEM_PATH}`]: json(state),
  },
  reach: async (page) => {
    await page.getByText(text).first().waitFor();
    await page.getByText('Details for operators').waitFor();
  },
});

/** The settings' tab about the service itself, in its states. */
export const SYSTEM_SCREENS: readonly Screen[] = [
  screen('all well', PROVEN, system(), /^0 double bookings among 12,345 appointments/),
  screen('never proven', NEVER_PROVEN, system(), /^Nothing has been checked yet/),
  screen('a proof under way', PROVING, REBUILDING, /^Checking customers: part 5 of 14$/),
  screen('a proof that failed', FOUND_WRONG, STOPPED, /^2 things are wrong/),
  {
    ...screen('loading', PROVEN, system(), /./),
    api: { ...ADMIN_SUCCESS, [`GET ${PROOF_PATH}`]: json(PROVEN), [`GET ${SYSTEM_PATH}`]: silence },
    reach: (page) => page.getByText('Loading how the service is doing...').waitFor({ state: 'attached' }),
  },
  {
    ...screen('not loaded', PROVEN, system(), /./),
    api: { ...ADMIN_SUCCESS, [`GET ${PROOF_PATH}`]: lostNetwork, [`GET ${SYSTEM_PATH}`]: lostNetwork },
    reach: (page) => page.getByText('Failed to load the nightly check').waitFor(),
  },
];
