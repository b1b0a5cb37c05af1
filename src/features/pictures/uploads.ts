import type { MadePicture, PictureMaker } from '../../adapters/picture-maker/maker.ts';
import type { Crop } from '../../contracts/salon/own-pictures.ts';
import { shapeOfUse } from '../../contracts/salon/picture-uses.ts';
import type { PictureUse } from '../../contracts/salon/pictures.ts';
import { createFairQueue } from '../../http/limits/fair-queue.ts';
import type { UploadedFile } from '../../http/operation/file-body.ts';
import { refuse } from '../../http/refusal.ts';
import { refusalOf } from './sniff.ts';
import type { StoredPicture, StoredPictures } from './stored-pictures.ts';

interface Upload {
  readonly use: PictureUse;
  readonly crop: Crop | undefined;
  readonly file: UploadedFile;
  /** Id of the user who sent it. */
  readonly sender: string;
}

interface UploadsDeps {
  readonly make: PictureMaker;
  readonly stored: Pick<StoredPictures, 'put'>;
}

/** Two at a time, so that what pictures take of memory and of the processor has a bound. Others wait, and senders take turns. */
const LIMITS = {
  concurrency: 2,
  concurrencyPerSender: 2,
  maxWaiting: 8,
  timeoutMs: 30_000,
  startsPerLoop: 1,
  startsPerLoopInCrowd: 1,
  crowd: 8,
};

/** Makes uploaded pictures into those that are served, and stores them. */
export function createUploads({ make, stored }: UploadsDeps) {
  const turns = createFairQueue(LIMITS);

  async function made({ use, crop, file }: Upload): Promise<MadePicture> {
    const result = await make({ path: file.path, type: file.type, shape: shapeOfUse(use), crop });
    if ('refusal' in result) throw refuse(result.refusal);
    return result;
  }

  return {
    /** @throws Refused when the file is no picture that can be shown */
    async take(upload: Upload): Promise<StoredPicture> {
      const { use, file, sender } = upload;
      const refusal = await refusalOf(file);
      if (refusal) throw refuse(refusal);
      const release = await turns.acquire(sender, file.gone, () =>
        refuse('too-many-requests', { retryAfterSeconds: 10 }),
      );
      try {
        return await stored.put(shapeOfUse(use), await made(upload));
      } finally {
        release();
      }
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;
