import {
  type PictureShape,
  type PictureUse,
  shapeOfUse,
  stylistOfUse,
} from '../../contracts/salon/picture-uses.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { invalidValue } from '../../http/operation/parse.ts';
import { wirePosition } from '../../http/operation/projected.ts';
import { refuse } from '../../http/refusal.ts';
import { SALON, type SalonEvent } from '../settings/events.ts';
import type { PictureCommand, PicturesState } from './decider.ts';
import type { Choice } from './events.ts';

interface PictureCommandsDeps {
  readonly streams: EventStreams<PictureCommand, SalonEvent, PicturesState>;
  /** The shape of an uploaded picture; undefined for one that isn't there. */
  shapeOf(picture: string): Promise<PictureShape | undefined>;
  isStylist(id: string): boolean;
}

const NOT_FOUND = 'This picture was not found, or it has another shape. Please upload it again.';

/** The commands by which staff decide which pictures the website shows. */
export function createPictureCommands({ streams, shapeOf, isStylist }: PictureCommandsDeps) {
  return {
    /** @throws InvalidRequest for the picture of a stylist who isn't known, or whose name was erased */
    checkUse(use: PictureUse): void {
      const stylist = stylistOfUse(use);
      if (stylist !== undefined && !isStylist(stylist))
        throw invalidValue('use', 'Must be the id of a stylist.');
    },

    /** @param choice null for the drawn picture */
    async choose(use: PictureUse, choice: Choice | null, run: CommandRun) {
      if (choice && (await shapeOf(choice.picture)) !== shapeOfUse(use))
        throw refuse('not-found', { detail: NOT_FOUND });
      const { position, version } = await streams.handle(SALON, () => ({ use, choice }), run);
      return { position: wirePosition(position), version };
    },
  };
}

export type PictureCommands = ReturnType<typeof createPictureCommands>;
