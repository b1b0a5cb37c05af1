import { z } from 'zod';
import { boundedText, lineField, NEW_VERSION, PictureIdField, StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { PICTURE_USES } from './picture-uses.ts';

const USE = `Must be one of ${PICTURE_USES.join(', ')}, or stylist- and the id of a stylist.`;
const PictureUseField = boundedText(80, USE).pipe(
  z.union([z.enum(PICTURE_USES), z.templateLiteral(['stylist-', StylistIdField])], USE),
);

/** The media types that can be uploaded. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export const MOST_PICTURE_BYTES = 20_000_000;
export const MOST_PICTURE_PIXELS = 50_000_000;

const CROP = 'Must be left, top, width and height as parts of the whole picture, such as 0.1,0,0.8,1.';

/** The part of the picture that is kept, after it was turned upright. */
const CropField = boundedText(60, CROP)
  .regex(/^(?:0|1|0?\.\d{1,6}|1\.0+)(?:,(?:0|1|0?\.\d{1,6}|1\.0+)){3}$/, CROP)
  .transform((text) => {
    const [left = 0, top = 0, width = 1, height = 1] = text.split(',').map(Number);
    return { left, top, width, height };
  })
  .refine(
    ({ left, top, width, height }) =>
      width > 0 && height > 0 && left + width <= 1.000_01 && top + height <= 1.000_01,
    CROP,
  );
export type Crop = z.output<typeof CropField>;

export const uploadPicture = defineOperation({
  method: 'post',
  path: '/api/admin/pictures',
  summary: 'Upload a picture. It is shown once it is chosen',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  query: z.object({ use: PictureUseField, crop: CropField.optional() }),
  upload: { types: PICTURE_TYPES, mostBytes: MOST_PICTURE_BYTES, arrivalMs: 120_000 },
  answer: { status: 201, body: z.object({ id: PictureIdField, width: z.int(), height: z.int() }) },
  // Making the files takes some seconds, and others' pictures may come first.
  deadlineMs: 90_000,
  problems: ['picture-refused', 'pictures-full', 'too-many-requests', 'unavailable'],
});

export const choosePicture = defineOperation({
  method: 'patch',
  path: '/api/admin/pictures/{use}',
  summary: 'Let an uploaded picture stand for a use, describe it, or go back to the drawn one',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  params: z.object({ use: PictureUseField }),
  body: z.object({
    /** Null for the drawn picture. */
    picture: PictureIdField.nullable(),
    alt: lineField(200, 'Must have at most 200 characters.').default(''),
  }),
  answer: { status: 200, body: z.object(NEW_VERSION) },
  command: 'choose-picture',
  problems: ['not-found', 'picture-alt-required'],
});
