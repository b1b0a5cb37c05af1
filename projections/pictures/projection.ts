import type { PictureUse } from '../../src/contracts/salon/picture-uses.ts';
import { isOfPicture } from '../../src/features/pictures/events.ts';
import { SALON, salonEventTypes, thingOfSalon } from '../../src/features/settings/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

type ChosenPictureRow = {
  readonly use: PictureUse;
  readonly picture: string;
  readonly alt: string;
};

const table = defineTable({
  name: 'chosen_pictures',
  streams: SALON,
  eventTypes: salonEventTypes,
  key: 'use',
  columns: { use: 'text', picture: 'text', alt: 'text' },
  keyOf: (event) => (isOfPicture(event) ? thingOfSalon(event) : null),
  evolve(_: ChosenPictureRow | undefined, event): ChosenPictureRow | null {
    return event.type === 'PictureChosen' ? event.data : null;
  },
});

/** The salon's own pictures that replace drawn ones. */
export const pictures: Projection = { name: 'pictures', version: 1, tables: [table] };

/** Name of the live table. */
export const CHOSEN_PICTURES_TABLE = sqlName(pictures, table);
