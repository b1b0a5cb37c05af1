import type { Crop } from '../../contracts/salon/own-pictures.ts';
import type { PictureShape } from '../../contracts/salon/picture-uses.ts';

export interface PictureOrder {
  /** The file that was uploaded. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  readonly shape: PictureShape;
  /** The part that is kept; the middle if left out. */
  readonly crop?: Crop | undefined;
}

/** A picture in all its files. */
export interface MadePicture {
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
}

export type PictureRefusal = 'unreadable' | 'moving' | 'too-many-pixels' | 'too-heavy' | 'too-small';

export type PictureResult = MadePicture | { readonly refusal: PictureRefusal };
