import { expect, it } from 'vitest';
import { SALON } from '../../../src/features/settings/events.ts';
import { refusal, world } from '../../support/undo/undo-world.ts';

/** Each section of the settings, and each use of a picture, has a version of its own on the one stream. */

const given = () => {
  const at = world();
  /** Somebody who saw the section at this version saves it. */
  const save = (days: number, ifVersion?: number, run = at.run('change-settings-booking')) =>
    at.settings.change('booking', { private_link_days: days }, { ...run, thing: 'booking', ifVersion });
  const choose = (picture: string, ifVersion?: number) =>
    at.pictures.choose(
      'share',
      { picture: picture.repeat(32), alt: 'Waves' },
      { ...at.run('choose-picture', 'share'), thing: 'share', ifVersion },
    );
  return { ...at, save, choose };
};

it("a section's version counts the decisions about it, and no others", async () => {
  const { settings, save, choose, run } = given();
  expect(await save(14)).toMatchObject({ version: 1 });
  expect(await choose('a')).toMatchObject({ version: 1 });
  expect(await choose('b', 1)).toMatchObject({ version: 2 });
  const price = { price_range: '$' } as const;
  expect(await settings.change('prices', price, run('change-settings-prices'))).toMatchObject({ version: 1 });
  expect(await save(21, 1)).toMatchObject({ version: 2 });
  expect((await settings.read('booking')).version).toBe(2);
  expect((await settings.read('reviews')).version).toBe(0);
});

it('a change of an older version is refused with the decisions since, and answered alike when sent again', async () => {
  const { save, choose, run, log } = given();
  const first = run('change-settings-booking');
  const answer = await save(14, 0, first);
  await choose('a');
  await save(21, 1);
  const events = await log.read(SALON);
  const stale = await save(28, 1).catch((error: unknown) => error);
  expect(stale).toMatchObject({ code: 'stale', version: 2, since: [{ type: 'SettingsChanged' }] });
  expect(await refusal(choose('b', 0))).toEqual(['stale']);
  expect(await save(14, 0, first)).toEqual(answer);
  expect(await save(21, 2), 'nothing new').toMatchObject({ version: 2 });
  expect(await log.read(SALON)).toEqual(events);
});
