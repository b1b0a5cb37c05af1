import { ERASED } from '../../eventsourcing/event-types.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import { FIRST } from '../../salon/parts.ts';
import { FIRST_STYLIST, isTeam, type Stylist, withFirst } from '../../salon/team.ts';
import type { FollowedStreamsDeps } from '../followed-streams.ts';
import { createTeamCommands } from './commands.ts';
import { type StylistState, stylistDecider } from './decider.ts';
import { idOfStylist, stylistStream } from './events.ts';

export type Team = ReturnType<typeof composeTeam>;

interface TeamDeps
  extends FollowedStreamsDeps,
    Pick<Parameters<typeof createTeamCommands>[0], 'isOfCatalogue' | 'gapOf' | 'shown'> {
  readonly keys: SealingKeys;
}

const stylistIn = (id: string, { status, card, week }: StylistState): Stylist => ({
  id,
  services: card.services,
  order: card.order,
  isOnline: card.online,
  isActive: status === 'active' || status === 'none',
  week,
});

/** Makes the feature `team`: the commands on stylists, and their present state without names. */
export function composeTeam({ log, keys, mutex, now, onUnreadable, isOfCatalogue, gapOf, shown }: TeamDeps) {
  const streams = createEventStreams(sealedEventStore(log, keys), stylistDecider, { mutex, now });
  const live = liveProjection(stylistDecider, onUnreadable);

  /** All stylists in the salon's order, active or not; `first` is always among them. Erased ones are inactive. */
  function stylists(): readonly Stylist[] {
    const recorded = [...live.states].map(([stream, state]) => stylistIn(idOfStylist(stream), state));
    return withFirst(recorded, FIRST_STYLIST);
  }

  /**
   * A stylist's name now: null once it was erased; undefined where the salon is no team.
   *
   * @param salonName by which the first stylist goes until they have a name
   */
  async function nameOf(id: string, salonName: string): Promise<string | null | undefined> {
    if (!isTeam(stylists())) return undefined;
    return streams.read(stylistStream(id), ({ state: { status, card } }) =>
      status === 'erased' || card.personal === ERASED ? null : (card.personal.name ?? salonName),
    );
  }

  return {
    streams,
    /** The state that `stylists` and `isKnown` read. The caller has to keep it up to date. */
    live,
    commands: createTeamCommands({ streams, stylists, nameOf, isOfCatalogue, gapOf, shown }),
    stylists,
    nameOf,
    isErased: (id: string): boolean => live.states.get(stylistStream(id))?.status === 'erased',
    isKnown: (id: string): boolean => id === FIRST || live.states.has(stylistStream(id)),
  };
}
