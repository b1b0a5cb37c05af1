import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uploadPicture } from '../../../src/contracts/salon/own-pictures.ts';
import {
  type Crop,
  cropOf,
  largestCrop,
  movedCrop,
  resizedCrop,
  SMALLEST,
} from '../../../web/admin/pictures/crop.ts';

const ratio = fc.double({ min: 0.05, max: 20, noNaN: true });
const far = fc.double({ min: -2, max: 2, noNaN: true });

const isInside = ({ left, top, width, height }: Crop) =>
  left >= 0 && top >= 0 && left + width <= 1 + 1e-9 && top + height <= 1 + 1e-9;

it('begins with the largest part of the right proportions, in the middle', () => {
  expect(largestCrop(1, 2)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(largestCrop(2, 1)).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
});

it('never leaves the picture or its proportions, however it is moved and resized', () => {
  const steps = fc.array(fc.tuple(far, far, far), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ratio, ratio, steps, (shape, picture, moves) => {
      const largest = largestCrop(shape, picture);
      let part = largest;
      for (const [right, down, size] of moves) {
        part = resizedCrop(movedCrop(part, right, down), size, largest);
        expect(isInside(part)).toBe(true);
        expect((part.width / part.height) * picture).toBeCloseTo(shape, 6);
        expect(part.width / largest.width).toBeGreaterThanOrEqual(SMALLEST - 1e-9);
      }
      // Parts so thin that nothing is left of them at this precision can't be chosen.
      if (part.width < 0.001 || part.height < 0.001) return;
      const { crop } = uploadPicture.query.parse({ use: 'hero', crop: cropOf(part) });
      expect(crop?.left).toBeCloseTo(part.left, 3);
      expect(crop?.height).toBeCloseTo(part.height, 3);
    }),
  );
});

it('is refused by the contract where it reaches beyond the picture', () => {
  for (const crop of ['0.5,0,0.6,1', '0,0,0,1', '0,0,1', '-0.1,0,1,1', 'NaN,0,1,1', '1e9,0,1,1', '0,0,1,1,1'])
    expect(uploadPicture.query.safeParse({ use: 'hero', crop }).success, crop).toBe(false);
  expect(uploadPicture.query.safeParse({ use: 'reel' }).success).toBe(false);
});
