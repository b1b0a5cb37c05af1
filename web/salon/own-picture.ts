import {
  jpegAddress,
  type PictureUse,
  pictureAddress,
  pictureFileNames,
  shapeOfUse,
} from '../../src/contracts/salon/pictures.ts';
import type { OwnPicture } from '../../src/contracts/salon/salon.ts';
import type { PictureFiles } from '../ui/picture.tsx';
import { useSalon } from './salon-context.ts';

/** The files of a picture of the salon's own. */
export const filesOf = (picture: OwnPicture): PictureFiles => ({
  width: picture.width,
  height: picture.height,
  colour: picture.colour,
  avif: pictureFileNames(shapeOfUse(picture.use), picture.width)
    .avif.map((width) => `${pictureAddress(picture.id, `${width}.avif`)} ${width}w`)
    .join(', '),
  jpeg: jpegAddress(picture),
});

/** The salon's own picture for a use; undefined where a drawn one is shown. */
export const useOwnPicture = (use: PictureUse): OwnPicture | undefined =>
  useSalon().pictures.find((picture) => picture.use === use);
