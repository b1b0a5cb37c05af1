import { isDeepStrictEqual } from 'node:util';
import type { SectionName, Sections } from '../../../contracts/settings/sections.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { salonEventTypes, settingsEventTypes } from '../../settings/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The command on settings by which others are undone. */
export interface SettingsUndoCommands {
  change(section: SectionName, changes: Partial<Sections[SectionName]>, run: CommandRun): Promise<Done>;
}

/** Undoes a change of a section. Fields that only later commands have changed stay. */
export function undoOnSettings(commands: SettingsUndoCommands, undoing: Undoing): Promise<Done> {
  const { command, run } = undoing;
  const { section, settings, before } = upcast(command[0], settingsEventTypes).data;
  const earlier = latestValue(undoing.before, salonEventTypes, ({ type, data }) =>
    type === 'SettingsChanged' && data.section === section ? data.settings : undefined,
  );
  const former = Object.entries(before ?? earlier ?? {}).filter(
    ([field, value]) => !isDeepStrictEqual(value, settings[field as keyof typeof settings]),
  );
  return commands.change(section, Object.fromEntries(former), run);
}
