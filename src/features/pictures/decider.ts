import { isDecoration, type PictureUse } from '../../contracts/salon/picture-uses.ts';
import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { broken } from '../rule-broken.ts';
import { SALON, type SalonEvent, salonEventTypes, thingOfSalon } from '../settings/events.ts';
import type { Choice, PictureEvent } from './events.ts';

/** The picture chosen for each use. A use that is missing shows the drawn picture. */
export type PicturesState = ReadonlyMap<PictureUse, Choice>;

export interface PictureCommand {
  readonly use: PictureUse;
  /** Null for the drawn picture. */
  readonly choice: Choice | null;
}

function decide({ use, choice }: PictureCommand, state: PicturesState): PictureEvent[] {
  const before = state.get(use);
  if (choice === null) return before ? [{ type: 'DrawnPictureChosen', data: { use } }] : [];
  const { picture, alt } = choice;
  if (alt === '' && !isDecoration(use)) throw broken('picture-alt-required');
  if (before?.picture === picture && before.alt === alt) return [];
  return [{ type: 'PictureChosen', data: { use, picture, alt } }];
}

function evolve(state: Map<PictureUse, Choice>, event: SalonEvent): Map<PictureUse, Choice> {
  if (event.type === 'DrawnPictureChosen') state.delete(event.data.use);
  if (event.type === 'PictureChosen')
    state.set(event.data.use, { picture: event.data.picture, alt: event.data.alt });
  return state;
}

/** Decides which pictures replace the drawn ones. */
export const pictureDecider: Decider<
  PictureCommand,
  SalonEvent,
  PicturesState,
  null,
  Map<PictureUse, Choice>
> = {
  streams: SALON,
  eventTypes: salonEventTypes,
  thingOf: thingOfSalon,
  initialState: () => new Map(),
  decide,
  evolve,
  resultOf: () => null,
};
