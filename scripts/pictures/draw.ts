import { type Colouring, dyeOf } from './colours.ts';
import type { Groom } from './compositions.ts';
import { type Backdrop, canvasOf, type Drawing, develop, type Print, print } from './finish.ts';
import { chance } from './numbers.ts';
import { type Lens, paint } from './paint.ts';
import { type Lighting, shadeStrands } from './shading.ts';
import { fill, type Texture } from './strands.ts';
import { type Wordmark, withWordmark } from './wordmark.ts';

/** Everything that makes a picture. */
export interface Scene {
  seed: number;
  /** Width and height of the largest edition, in dots. */
  width: number;
  height: number;
  groom: Groom;
  texture: Texture;
  colouring: Colouring;
  lighting: Lighting;
  lens: Lens;
  backdrop: Backdrop;
  print: Print;
  /** A name written over the picture. */
  wordmark?: Wordmark;
}

/** Draws a scene at a share of its full size. */
export async function draw(scene: Scene, scale = 1): Promise<Drawing> {
  const width = Math.round(scene.width * scale);
  const height = Math.round(scene.height * scale);
  const strands = fill(scene.groom(chance(scene.seed), scene.seed), scene.texture, scene.seed + 1);
  const lit = shadeStrands(strands, dyeOf(scene.colouring), scene.lighting, width / height);
  develop(lit, scene.print);
  const canvas = canvasOf(width, height, scene.backdrop);
  paint(canvas, strands, lit, scene.lens);
  const pixels = print(canvas, scene.print, scene.seed + 2);
  const drawing = { width, height, pixels };
  return scene.wordmark ? withWordmark(drawing, scene.wordmark) : drawing;
}
