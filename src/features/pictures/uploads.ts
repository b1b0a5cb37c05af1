import type { MadePicture, PictureMaker, PictureRefusal } from '../../adapters/picture-maker/maker.ts';
import type { Crop } from '../../contracts/salon/own-pictures.ts';
import { type PictureUse, shapeOfUse } from '../../contracts/salon/picture-uses.ts';
import { createKeyedSemaphore } from '../../http/limits/keyed-semaphore.ts';
import type { UploadedFile } from '../../http/operation/file-body.ts';
import { refuse } from '../../http/refusal.ts';
import { refusalOf } from './sniff.ts';
import type { StoredPicture, StoredPictures } from './stored-pictures.ts';

interface Upload {
  readonly use: PictureUse;
  readonly crop: Crop | undefined;
  readonly file: UploadedFile;
}

interface UploadsDeps {
  readonly make: PictureMaker;
  readonly stored: Pick<StoredPictures, 'put' | 'bytes'>;
}

/** Two at a time in all, so that what pictures take of memory and of the processor has a bound. Others wait. */
const LIMITS = { atOnce: 2, mostWaiting: 8 };

/** Bytes of all pictures together, some thousand of them: each is kept for good, and is in every backup. */
const MOST_BYTES = 300_000_000;

const WHY: Readonly<Record<PictureRefusal, string>> = {
  unreadable: 'This is not a whole picture of its type. Please send a JPEG, PNG, WebP or AVIF.',
  moving: 'Moving pictures are not shown. Please send a still one.',
  'too-many-pixels': 'This picture has more than 50 million pixels. Please send a smaller one.',
  'too-heavy': 'This picture takes too much memory or time to open. Please send it smaller, or as a JPEG.',
  'too-small': 'This part of the picture has too few pixels to look sharp. Please choose a larger one.',
};

const refused = (why: PictureRefusal) => refuse('picture-refused', { detail: WHY[why] });

/** Makes uploaded pictures into those that are served, and stores them. */
export function createUploads({ make, stored }: UploadsDeps) {
  const enter = createKeyedSemaphore(LIMITS);

  async function made({ use, crop, file }: Upload): Promise<MadePicture> {
    const result = await make({ path: file.path, type: file.type, shape: shapeOfUse(use), crop });
    if ('refusal' in result) throw refused(result.refusal);
    return result;
  }

  return {
    /** @throws Refused when the file is no picture that can be shown, or there is no room for one */
    async take(upload: Upload): Promise<StoredPicture> {
      const { use, file } = upload;
      const refusal = await refusalOf(file);
      if (refusal) throw refused(refusal);
      if ((await stored.bytes()) >= MOST_BYTES) throw refuse('pictures-full');
      const release = await enter(
        'pictures',
        () => file.gone,
        () => refuse('too-many-requests', { retryAfterSeconds: 10 }),
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
