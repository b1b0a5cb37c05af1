import { z } from 'zod';
import { StylistIdField } from '../../contracts/fields.ts';
import { PICTURE_USES } from '../../contracts/salon/picture-uses.ts';
import { type EventOf, publicText } from '../../eventsourcing/event-types.ts';

const use = z.union([z.enum(PICTURE_USES), z.templateLiteral(['stylist-', StylistIdField])]);

/** Events on the stream `salon`, which settings share. */
export const pictureEventTypes = {
  PictureChosen: {
    schemaVersion: 1,
    data: z.strictObject({
      use,
      picture: z.string().regex(/^[0-9a-f]{32}$/),
      alt: publicText(200),
    }),
  },
  /** The drawn picture is shown again. */
  DrawnPictureChosen: { schemaVersion: 1, data: z.strictObject({ use }) },
};

export type PictureEvent = EventOf<typeof pictureEventTypes>;

/** Whether an event of the stream `salon` is about a picture. */
export const isOfPicture = ({ type }: { readonly type: string }): boolean =>
  Object.hasOwn(pictureEventTypes, type);

/** A picture of the salon's own, and its description. */
export type Choice = Pick<Extract<PictureEvent, { type: 'PictureChosen' }>['data'], 'picture' | 'alt'>;
