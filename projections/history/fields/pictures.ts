import { pictureUseWords } from '../../../src/contracts/salon/picture-uses.ts';
import type { PictureEvent } from '../../../src/features/pictures/events.ts';
import type { Fields, Tell } from './fields.ts';

/** So many digits of a picture's id tell it from others. */
const SHORT_ID = 6;

const DRAWN: Fields = { picture: 'Drawn', alt: null };

/** The pictures of the website, each by its use. */
export const tellPicture: Tell<PictureEvent> = (event) => {
  const { use: key } = event.data;
  const besides = { picture_of: pictureUseWords(key) };
  if (event.type === 'DrawnPictureChosen') return { key, fields: DRAWN, besides };
  const { picture, alt } = event.data;
  return { key, fields: { picture: `Own, ${picture.slice(0, SHORT_ID)}`, alt: alt || null }, besides };
};
