import { isDeepStrictEqual } from 'node:util';
import type { SectionName, Sections } from '../../contracts/settings/sections.ts';
import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { broken } from '../rule-broken.ts';
import {
  type FormerFields,
  SALON,
  type SalonEvent,
  type SettingsEvent,
  salonEventTypes,
  thingOfSalon,
} from './events.ts';

/** The sections that were saved, perhaps before some of their fields existed. Everything else is as the profile's file says. */
export type SettingsState = { readonly [Name in SectionName]?: Sections[Name] };

export interface ChangeSettings<Name extends SectionName = SectionName> {
  readonly section: Name;
  readonly ofFile: Sections[Name];
  /** Fields that are left out stay as they are. */
  readonly changes: Partial<Sections[Name]>;
  /** Whether the salon has had any booking: all its dates and times are of the salon's time zone. */
  readonly hasBookings: boolean;
}

/** A section as it is now. */
export const wholeSection = <Settings extends object>(
  saved: Settings | undefined,
  ofFile: Settings,
): Settings => ({ ...ofFile, ...saved });

const zoneOf = (settings: object) => (settings as Partial<Sections['salon']>).time_zone;

function decide(
  { section, ofFile, changes, hasBookings }: ChangeSettings,
  state: SettingsState,
): SettingsEvent[] {
  const saved = state[section];
  const before = wholeSection(saved, ofFile);
  const settings = { ...before, ...changes } as Sections[SectionName];
  if (isDeepStrictEqual(settings, before)) return [];
  if (hasBookings && zoneOf(settings) !== zoneOf(before)) throw broken('time-zone-fixed');
  const isComplete = saved && Object.keys(before).every((field) => field in saved);
  const data = { section, settings, ...(!isComplete && { before }) } as SettingsEvent['data'];
  return [{ type: 'SettingsChanged', data }];
}

/** Decides about what the salon says of itself. Each section is recorded as a whole. */
export const settingsDecider: Decider<ChangeSettings, SalonEvent, SettingsState> = {
  streams: SALON,
  eventTypes: salonEventTypes,
  thingOf: thingOfSalon,
  initialState: () => ({}),
  decide,
  evolve(state, event) {
    if (event.type !== 'SettingsChanged') return state;
    const { place: _, ...settings } = event.data.settings as object & FormerFields;
    return { ...state, [event.data.section]: settings };
  },
  resultOf: () => null,
};
