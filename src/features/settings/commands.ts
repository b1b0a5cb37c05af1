import type { SectionName, Sections } from '../../contracts/settings/sections.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { wirePosition } from '../../http/operation/projected.ts';
import { isTimeZone } from '../../salon/salon-time.ts';
import { broken } from '../rule-broken.ts';
import { type ChangeSettings, type SettingsState, wholeSection } from './decider.ts';
import { SALON, type SalonEvent } from './events.ts';

interface SettingsCommandsDeps {
  readonly streams: EventStreams<ChangeSettings, SalonEvent, SettingsState>;
  readonly ofFile: Sections;
  /** The salon's section as the website shows it: without the contacts of the sample. */
  ownOf(salon: Sections['salon']): Sections['salon'];
  hasBookings(): Promise<boolean>;
  /** Waits until this process shows what was saved up to a position, but not for long. */
  shown(position: string): Promise<void>;
  /** A phone number as E.164; null for one that nobody can dial. */
  toE164(phone: string, country: string): string | null;
}

/** A section as it is now, and how many decisions there are about it. */
interface CurrentSection<Name extends SectionName> {
  readonly settings: Sections[Name];
  readonly saved: boolean;
  readonly version: number;
}

/** The commands on settings, for the admin area. */
export function createSettingsCommands(deps: SettingsCommandsDeps) {
  const { streams, ofFile } = deps;

  const read = <Name extends SectionName>(section: Name): Promise<CurrentSection<Name>> =>
    streams.read(SALON, ({ state, versionOf }) => {
      const saved = state[section];
      const whole = wholeSection<Sections[Name]>(saved, ofFile[section]);
      const settings = section === 'salon' ? (deps.ownOf(whole as Sections['salon']) as typeof whole) : whole;
      return { settings, saved: saved !== undefined, version: versionOf(section) };
    });

  /** All sections as they are now, with what only the sample says. */
  const readAll = (): Promise<Sections> => streams.read(SALON, ({ state }) => ({ ...ofFile, ...state }));

  async function checkSalon(changes: Partial<Sections['salon']>): Promise<void> {
    const { phone, address, time_zone } = { ...(await read('salon')).settings, ...changes };
    if (phone !== '' && (changes.phone || changes.address) && deps.toE164(phone, address.country) === null)
      throw broken('invalid-phone');
    if (!isTimeZone(time_zone)) throw broken('invalid-time-zone');
  }

  return {
    read,
    readAll,

    /** Fields that are left out stay as they are. @throws RuleBroken */
    async change<Name extends SectionName>(
      section: Name,
      changes: Partial<Sections[Name]>,
      run: CommandRun,
    ): Promise<{ readonly version: number; readonly position: string }> {
      if (section === 'salon') await checkSalon(changes);
      const hasBookings = 'time_zone' in changes && (await deps.hasBookings());
      const command: ChangeSettings<Name> = { section, ofFile: ofFile[section], changes, hasBookings };
      const { position, version } = await streams.handle(SALON, () => command as ChangeSettings, run);
      if (position !== null) await deps.shown(position);
      return { version, position: wirePosition(position) };
    },
  };
}

export type SettingsCommands = ReturnType<typeof createSettingsCommands>;
