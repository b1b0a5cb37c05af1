import { expect, it } from 'vitest';
import {
  PICTURE_SHAPES,
  PICTURE_USES,
  pictureFileNames,
  pictureUseWords,
  shapeOfUse,
} from '../../../src/contracts/salon/picture-uses.ts';
import { pictureDecider } from '../../../src/features/pictures/decider.ts';
import type { PictureEvent } from '../../../src/features/pictures/events.ts';
import type { SettingsEvent } from '../../../src/features/settings/events.ts';
import { specOf } from '../../support/log/decider-spec.ts';
import { SECTIONS_OF_FILE } from '../../support/salon/sections-of-file.ts';

const { given } = specOf(pictureDecider);

const choice = { picture: 'a'.repeat(32), alt: 'Long waves' };
const chosen: PictureEvent = { type: 'PictureChosen', data: { use: 'share', ...choice } };
const drawn: PictureEvent = { type: 'DrawnPictureChosen', data: { use: 'share' } };

it('lets a picture stand for a use, and another one later', () => {
  given().when({ use: 'share', choice }).thenRecords(chosen);
  const other = { ...choice, picture: 'b'.repeat(32) };
  given(chosen)
    .when({ use: 'share', choice: other })
    .thenRecords({ type: 'PictureChosen', data: { use: 'share', ...other } });
  given(chosen)
    .when({ use: 'share', choice: { ...choice, alt: 'Short waves' } })
    .thenRecords({ type: 'PictureChosen', data: { use: 'share', ...choice, alt: 'Short waves' } });
});

it('goes back to the drawn picture', () => {
  given(chosen).when({ use: 'share', choice: null }).thenRecords(drawn);
  expect(given(chosen, drawn).state.size).toBe(0);
});

it('leaves them as they are when settings change', () => {
  const changed: SettingsEvent = {
    type: 'SettingsChanged',
    data: { section: 'booking', settings: SECTIONS_OF_FILE.booking },
  };
  given(chosen, changed).when({ use: 'share', choice }).thenChangesNothing();
});

it('records nothing for what is so already', () => {
  given(chosen).when({ use: 'share', choice }).thenChangesNothing();
  given().when({ use: 'share', choice: null }).thenChangesNothing();
  given(chosen, drawn).when({ use: 'share', choice: null }).thenChangesNothing();
});

it('refuses a picture without a description, except behind the headline, where it is decoration', () => {
  const silent = { ...choice, alt: '' };
  given().when({ use: 'balayage-before', choice: silent }).thenRefuses('picture-alt-required');
  given().when({ use: 'share', choice: silent }).thenRefuses('picture-alt-required');
  for (const use of ['hero', 'hero-upright'] as const)
    given()
      .when({ use, choice: silent })
      .thenRecords({ type: 'PictureChosen', data: { use, ...silent } });
});

it('has words of its own and a shape for each use', () => {
  const words = PICTURE_USES.map(pictureUseWords);
  expect(new Set(words).size).toBe(PICTURE_USES.length);
  expect(words).toContain('Gallery: root touch-up, before');
  for (const use of PICTURE_USES) expect(PICTURE_SHAPES[shapeOfUse(use)].width).toBeGreaterThan(0);
});

it('names three sizes of a picture, and fewer of a smaller one, none wider than itself', () => {
  expect(pictureFileNames('pair', 1000)).toEqual({ avif: [400, 700, 1000], jpeg: 700 });
  expect(pictureFileNames('pair', 640)).toEqual({ avif: [400, 640], jpeg: 640 });
  expect(pictureFileNames('hero', 1600)).toEqual({ avif: [750, 1080, 1600], jpeg: 1080 });
  expect(pictureFileNames('hero', 700)).toEqual({ avif: [700], jpeg: 700 });
  expect(pictureFileNames('share', 1200)).toEqual({ avif: [], jpeg: 1200 });
});
