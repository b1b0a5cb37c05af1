import { choosePicture, uploadPicture } from '../../../src/contracts/salon/own-pictures.ts';
import type { PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import { call } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import { defineQuery } from '../data/query.ts';
import { type Topic, topicOf } from '../data/topics.ts';

const TOPIC = topicOf('settings', 'pictures');

/** The salon's own pictures. */
export const PICTURES = defineQuery({
  name: 'pictures',
  about: (): Topic[] => [TOPIC],
  load: async (_input: 'all', { signal, after, onReached }) => {
    const { fetchSalon } = await import('../../salon/fetch-salon-data.ts');
    return (await fetchSalon(signal, { after, onReached })).pictures;
  },
});

interface Upload {
  readonly use: PictureUse;
  readonly file: File;
  /** A mark that tells the file from others, since its content can't be compared. */
  readonly stamp: string;
  readonly crop: string;
  readonly alt: string;
}

/** Uploads a picture and shows it. */
export const SHOW_UPLOAD = defineCommand({
  name: 'show-upload',
  thing: (): Topic => TOPIC,
  async send({ use, file, crop, alt }: Upload, options) {
    const { id } = await call(uploadPicture, { token: options.token, query: { use, crop }, file });
    return call(choosePicture, { ...options, params: { use }, body: { picture: id, alt } });
  },
});

interface Choice {
  readonly use: PictureUse;
  /** Null for the drawn picture. */
  readonly picture: string | null;
  readonly alt: string;
}

/** Shows a picture that is there already, with another description, or the drawn one. */
export const CHOOSE_PICTURE = defineCommand({
  name: 'choose-picture',
  thing: (): Topic => TOPIC,
  send: ({ use, picture, alt }: Choice, options) =>
    call(choosePicture, { ...options, params: { use }, body: { picture, alt } }),
});
