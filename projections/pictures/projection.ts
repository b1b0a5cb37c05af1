import type { PictureUse } from '../../src/contracts/salon/pictures.ts';
import { pictureEventTypes, SALON } from '../../src/features/pictures/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

type ChosenPictureRow = {
  readonly use: PictureUse;
  /** Null for the drawn picture, so that its version stays known. */
  readonly picture: string | null;
  readonly alt: string;
  /** How many decisions the stream had with the last one about this use. */
  readonly version: number;
};

const table = defineTable({
  name: 'chosen_pictures',
  streams: SALON,
  eventTypes: pictureEventTypes,
  key: 'use',
  columns: { use: 'text', picture: 'text', alt: 'text', version: 'integer' },
  keyOf: (event) => event.data.use,
  evolve(_: ChosenPictureRow | undefined, event): ChosenPictureRow {
    const { use } = event.data;
    const version = Number(event.revision) + 1;
    if (event.type === 'DrawnPictureChosen') return { use, picture: null, alt: '', version };
    return { use, picture: event.data.picture, alt: event.data.alt, version };
  },
});

/** Which pictures of the salon's own stand for drawn ones. */
export const pictures: Projection = { name: 'pictures', version: 1, tables: [table] };

/** Name of the live table. */
export const CHOSEN_PICTURES_TABLE = sqlName(pictures, table);
