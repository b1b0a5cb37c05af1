import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import type { AdminReview } from '../../../src/contracts/settings/reviews.ts';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import {
  OWN_REVIEWS,
  sectionShown,
  settingsPath,
  staleSettings,
} from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const openAdmin = adminOpener(site);
const [PRIYA, BEATRIZ, OLGA] = OWN_REVIEWS;
const LIST = 'GET /api/admin/reviews';
const ADD = 'POST /api/admin/reviews';
const of = (method: string, { id }: { readonly id: string }, end = '') =>
  `${method} /api/admin/reviews/${id}${end}`;
const answered = (id: string, version: number, position = 5) =>
  json({ id, version, position: positionAt(position) });

const open = (api: Record<string, MockResponse> = {}, settings: object = {}) =>
  openAdmin('/admin/settings/reviews', {
    [`GET ${settingsPath('reviews')}`]: sectionShown('reviews', settings),
    [LIST]: projected(OWN_REVIEWS),
    ...api,
  });

describe('the reviews of the settings', () => {
  it.each([
    [{}, [], 'No review is published yet.', 'The ratings aren’t confirmed yet.'],
    [{ file_reviews: 'removed', ratings: null }, [], 'No review is published yet.', 'No ratings are shown.'],
    [
      { file_reviews: 'confirmed', ratings_confirmed: true },
      [],
      'The front page shows the reviews that came with the program.',
      'The ratings below are shown.',
    ],
    [{}, OWN_REVIEWS, 'The front page shows your 2 reviews.', 'The ratings aren’t confirmed yet.'],
    [
      { file_reviews: 'confirmed' },
      Array.from({ length: 12 }, (_, n) => ({ ...PRIYA, id: PRIYA.id.replace(/..$/, String(10 + n)) })),
      'The front page shows the last 9 of your 12 reviews, and after them those that came with the program.',
      'The ratings aren’t confirmed yet.',
    ],
  ])('say what is published and what is missing: %j', async (settings, own, reviews, ratings) => {
    const { page } = await open({ [LIST]: projected(own) }, settings);
    for (const text of [reviews, ratings]) await page.getByText(text).waitFor();
    await expectAccessible(page);
  });

  it('are added, with what is wrong marked first', async () => {
    const { page, api, button, toast, called, dialog } = await open({
      [LIST]: projected([]),
      [ADD]: problem('reviews-full'),
    });
    await button('Add a review').click();
    await button('Add review').click();
    await page.getByText('Please enter the client’s name, at most 60 characters.').waitFor();
    expect(called(ADD)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' Priya N. ');
    await page.getByRole('combobox', { name: 'Stars' }).selectOption('4');
    await page.getByRole('textbox', { name: 'What they said' }).fill('Lovely.');
    await expectAccessible(page);
    await button('Add review').click();
    await page.getByText(PROBLEMS['reviews-full'].detail).waitFor();
    api.change({ [ADD]: json({ id: PRIYA.id, version: 1, position: positionAt(5) }, 201) });
    await button('Add review').click();
    await toast('Review added').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(called(ADD).at(-1)?.body).toEqual({
      name: 'Priya N.',
      rating: 4,
      text: 'Lovely.',
      location: null,
      service: null,
    });
    // The section's own form is not sent by this one.
    expect(called(`PATCH ${settingsPath('reviews')}`)).toEqual([]);
  });

  it('are changed in what was typed alone, and not over what somebody else has saved unseen', async () => {
    const { page, api, button, toast, called } = await open({ [of('PATCH', BEATRIZ)]: staleSettings(3) });
    await button(`Edit the review by ${BEATRIZ.name}`).click();
    await page.getByRole('textbox', { name: 'What they said' }).fill('Mine.');
    api.change({ [LIST]: projected([PRIYA, { ...BEATRIZ, text: 'Theirs.', version: 3 }, OLGA]) });
    await button('Save changes').click();
    await page.getByText(/^Marie Petit changed this on/).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^What they said: [\s\S]*Theirs\.$/ })
      .waitFor();
    api.change({ [of('PATCH', BEATRIZ)]: answered(BEATRIZ.id, 4) });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button('Save changes').click();
    await toast('Review changed').waitFor();
    expect((await sent).headers()['if-match']).toBe('"3"');
    expect(called(of('PATCH', BEATRIZ)).at(-1)?.body).toEqual({ text: 'Mine.' });
  });

  /** A server that removes and erases. */
  function remembering() {
    let reviews: readonly AdminReview[] = OWN_REVIEWS;
    let position = 5;
    const answering =
      (id: string, next: (review: AdminReview) => AdminReview | undefined): MockResponse =>
      (route, url) => {
        reviews = reviews.flatMap((review) => (review.id === id ? (next(review) ?? []) : review));
        position += 1;
        return answered(id, 3, position)(route, url);
      };
    return {
      [LIST]: ((route, url) => projected(reviews)(route, url)) satisfies MockResponse,
      ...Object.fromEntries(
        OWN_REVIEWS.flatMap((review) => [
          [of('DELETE', review), answering(review.id, (one) => ({ ...one, removed: true, version: 3 }))],
          [of('POST', review, '/erase'), answering(review.id, () => undefined)],
        ]),
      ),
    };
  }

  it('are removed at the version that was seen, one after the other, with a way back', async () => {
    const { page, button, toast } = await open(remembering());
    const removed = page.getByRole('list', { name: 'Removed reviews' }).getByRole('heading');
    await expect.poll(() => removed.allTextContents()).toEqual([OLGA.name]);
    for (const { name } of [PRIYA, BEATRIZ]) {
      const sent = page.waitForRequest((request) => request.method() === 'DELETE');
      await button(`Remove the review by ${name}`).click();
      expect((await sent).headers()['if-match']).toBe('"2"');
      await toast('Review removed').first().waitFor();
    }
    await expect.poll(() => removed.allTextContents()).toEqual([PRIYA.name, BEATRIZ.name, OLGA.name]);
    await page.getByRole('button', { name: 'Undo' }).first().waitFor();
  });

  it('are erased after a question, also those that were removed', async () => {
    const { page, button, toast, called, dialog } = await open(remembering());
    await button(`Erase the review by ${OLGA.name}`).click();
    await dialog.getByText('This cannot be undone.').waitFor();
    await expectAccessible(page);
    await button('Erase for good').click();
    await toast('Review erased').waitFor();
    await page.getByRole('list', { name: 'Removed reviews' }).waitFor({ state: 'hidden' });
    expect(called(of('POST', OLGA, '/erase'))).toHaveLength(1);
  });
});
