import type { PictureUse } from '../../../contracts/salon/picture-uses.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { type Choice, isOfPicture, pictureEventTypes } from '../../pictures/events.ts';
import { type Done, eventsBefore, type Undoing } from './compensation.ts';

/** The command on pictures by which others are undone. */
export interface PictureUndoCommands {
  choose(use: PictureUse, choice: Choice | null, run: CommandRun): Promise<Done>;
}

/** Shows again what stood for the use before. */
export function undoOnPicture(commands: PictureUndoCommands, undoing: Undoing): Promise<Done> {
  const { command, run } = undoing;
  const { use } = upcast(command[0], pictureEventTypes).data;
  const before = eventsBefore(undoing)
    .filter(isOfPicture)
    .map((recorded) => upcast(recorded, pictureEventTypes))
    .findLast(({ data }) => data.use === use);
  const { picture, alt } = before?.type === 'PictureChosen' ? before.data : { picture: null, alt: '' };
  return commands.choose(use, picture === null ? null : { picture, alt }, run);
}
