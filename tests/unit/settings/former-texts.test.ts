import { describe, expect, it } from 'vitest';
import { formerTexts, replacements } from '../../../src/features/settings/former-texts.ts';
import { SECTIONS_OF_FILE } from '../../support/salon/sections-of-file.ts';

const { salon } = SECTIONS_OF_FILE;
const aurora = {
  ...salon,
  name: 'Salon Aurora',
  phone: '(541) 555-0100',
  address: { ...salon.address, city: 'Bend', region: 'OR' },
};

/** Texts that still say something former, after the salon has these details. */
const found = (now: typeof salon, former = [salon], sections = SECTIONS_OF_FILE) =>
  formerTexts({ ...sections, salon: now }, replacements(now, former));

describe('texts that still have a former name or address of the salon', () => {
  it('are found with the words that take their place, where they don’t name facts in braces', () => {
    const { headline } = SECTIONS_OF_FILE['front-page'];
    expect(found(aurora)).toEqual([
      {
        section: 'salon',
        path: ['tagline'],
        text: salon.tagline,
        instead: salon.tagline.replace('Pleasant Hill', 'Bend'),
      },
      {
        section: 'front-page',
        path: ['headline'],
        text: headline,
        instead: headline.replace('Pleasant Hill, CA', 'Bend, OR'),
      },
    ]);
  });

  it('are none while nothing has another name, and none once they are changed', () => {
    expect(found(salon)).toEqual([]);
    expect(
      found({ ...aurora, tagline: 'By the river' }, [salon], {
        ...SECTIONS_OF_FILE,
        'front-page': { ...SECTIONS_OF_FILE['front-page'], headline: '{name} | Hair' },
      }),
    ).toEqual([]);
  });

  it('are those of every former name, in lists too, and whole words alone', () => {
    const [first, ...others] = SECTIONS_OF_FILE.prices.offered.items;
    const items = [{ name: 'Cut', text: 'Auroral light by Aurora, in Salon Aurora.' }, ...others];
    const sections = {
      ...SECTIONS_OF_FILE,
      prices: { ...SECTIONS_OF_FILE.prices, offered: { ...SECTIONS_OF_FILE.prices.offered, items } },
    };
    expect(first).toBeDefined();
    const now = { ...aurora, tagline: 'By the river' };
    const texts = found(now, [salon, { ...aurora, name: 'Aurora' }], sections);
    expect(texts.filter(({ section }) => section === 'prices')).toEqual([
      {
        section: 'prices',
        path: ['offered', 'items', 0, 'text'],
        text: 'Auroral light by Aurora, in Salon Aurora.',
        instead: 'Auroral light by Salon Aurora, in Salon Aurora.',
      },
    ]);
  });

  it('are found within a moment also in a salon that had thousands of names', () => {
    const former = Array.from({ length: 5_000 }, (_, n) => ({
      ...salon,
      name: `Salon ${n}`,
      phone: `(541) 555-${n}`,
      address: { ...salon.address, city: `Town ${n}` },
    }));
    const now = { ...aurora, tagline: 'Salon 4999, in Town 4998' };
    expect(found(now, former)).toMatchObject([{ path: ['tagline'], instead: 'Salon Aurora, in Bend' }]);
  });
});
