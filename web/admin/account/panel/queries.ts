import { getAccount, listSessions, listSignIns } from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';

/** The account, its second factors and passkeys. No event announces changes of accounts. */
export const ACCOUNT = defineQuery({
  name: 'account',
  about: () => [],
  load: (_input: 'own', { after: _, ...options }) => call(getAccount, options),
});

export const SESSIONS = defineQuery({
  name: 'sessions',
  about: () => [],
  load: (_input: 'own', { after: _, ...options }) => call(listSessions, options),
});

export const SIGN_INS = defineQuery({
  name: 'sign-ins',
  about: () => [],
  load: (_input: 'own', { after: _, ...options }) => call(listSignIns, options),
});
