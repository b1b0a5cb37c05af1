import { listPeople } from '../../../src/contracts/accounts/people.ts';
import { call } from '../../api.ts';
import { defineQuery } from './query.ts';

/** The people who work in the salon, and those who are invited. */
export const PEOPLE = defineQuery({
  name: 'people',
  about: () => ['connection' as const],
  load: (_input: 'all', { after: _, ...options }) => call(listPeople, options),
});
