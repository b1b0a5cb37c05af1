import { ROLE_WORDS } from '../../../src/contracts/accounts/roles.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import { type AccessEvent, isOfPerson } from '../../../src/features/connections/events.ts';
import type { Tell } from './fields.ts';

/** An API key, a webhook, a private calendar address or a person, by its id. Each event says which one it is about. */
export const tellConnection: Tell<AccessEvent> = (event, before) => {
  const { personal } = event.data;
  const name = personal === ERASED ? {} : { name: personal.name };
  if (!isOfPerson(event)) {
    const { connectionId, kind } = event.data;
    return { key: connectionId, named: { connection: kind, ...name } };
  }
  const { personId } = event.data;
  const role = event.type === 'RoleRevoked' ? null : ROLE_WORDS[event.data.role];
  return { key: personId, named: name, fields: { ...before(personId), role } };
};
