import type { PictureUse } from '../../../contracts/salon/picture-uses.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { type Choice, pictureEventTypes } from '../../pictures/events.ts';
import { salonEventTypes } from '../../settings/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The command on pictures by which others are undone. */
export interface PictureUndoCommands {
  choose(use: PictureUse, choice: Choice | null, run: CommandRun): Promise<Done>;
}

/** Shows again what was shown for the use before. */
export function undoOnPicture(commands: PictureUndoCommands, undoing: Undoing): Promise<Done> {
  const { command, before, run } = undoing;
  const { use } = upcast(command[0], pictureEventTypes).data;
  const choice = latestValue(before, salonEventTypes, ({ type, data }): Choice | null | undefined => {
    if (type === 'PictureChosen' && data.use === use) return { picture: data.picture, alt: data.alt };
    return type === 'DrawnPictureChosen' && data.use === use ? null : undefined;
  });
  return commands.choose(use, choice ?? null, run);
}
