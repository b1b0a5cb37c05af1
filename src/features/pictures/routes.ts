import { choosePicture, uploadPicture } from '../../contracts/salon/own-pictures.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { PictureCommands } from './commands.ts';
import type { Uploads } from './uploads.ts';

interface PictureRoutesDeps {
  readonly on: Mount;
  readonly commands: PictureCommands;
  readonly uploads: Uploads;
}

/** Routes by which staff upload pictures and replace drawn ones by them. */
export function pictureRoutes({ on, commands, uploads }: PictureRoutesDeps): void {
  on(uploadPicture, async ({ query: { use, crop }, file }) => {
    commands.checkUse(use);
    const { id, width, height } = await uploads.take({ use, crop, file });
    return { body: { id, width, height } };
  });
  on(choosePicture, async ({ params: { use }, body: { picture, alt }, run }) => {
    commands.checkUse(use);
    const choice = picture === null ? null : { picture, alt };
    return versioned(await commands.choose(use, choice, { ...run, thing: use }));
  });
}
