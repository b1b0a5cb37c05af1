import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { wizardOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork, silence } from '../support/site/mock-api.ts';

/** The wizard for screen readers: roles and names of everything in a step, and what live regions announce. */

const site = givenSite();
const openWizard = wizardOpener(site);

/** The step as the accessibility tree has it, one line an element. */
const linesOf = async (page: Page) =>
  (await page.getByRole('main').ariaSnapshot())
    .split('\n')
    // A day's name says more than the number it shows, which would follow it.
    .map((line) =>
      line
        .trim()
        .replace(/^- /, '')
        .replace(/: "\d+"$/, ''),
    );

/** Everything that live regions say now. */
const spoken = async (page: Page) =>
  (await page.locator('[role=status], [role=alert], [aria-live]').allTextContents()).filter(Boolean);

it('names the steps, the services and the button that continues', async () => {
  const { page, visitor } = await openWizard();
  const empty = await linesOf(page);
  expect(empty).toEqual(
    expect.arrayContaining([
      'heading "Book Your Appointment" [level=1]',
      'navigation "Booking steps":',
      'region "Select Services":',
      'heading "Select Services" [level=2]',
      'group "Haircuts":',
      'group "Chemical":',
      'checkbox "Perm 2h Price Varies"',
      'heading "Selected Services" [level=3]',
    ]),
  );
  expect(empty.filter((line) => line.startsWith('checkbox'))).toHaveLength(14);
  expect(await page.locator('[aria-current=step]').textContent()).toContain('Services');
  expect(await spoken(page)).toEqual([]);

  await page.getByRole('checkbox', { name: /^Perm/ }).check();
  await page.getByRole('checkbox', { name: /^Full Color/ }).check();
  expect(await linesOf(page)).toEqual(
    expect.arrayContaining([
      'checkbox "Perm 2h Price Varies" [checked]',
      'button "Remove Perm"',
      'button "Continue to Date & Time"',
    ]),
  );
  await expect.poll(() => spoken(page)).toContain('2 services, 4h 30min in total.');
  await visitor.button('Remove Perm').click();
  await expect.poll(() => spoken(page)).toContain('1 service, 2h 30min in total.');
});

it('names the days with their status, and announces the number of free times', async () => {
  const { page, visitor } = await openWizard();
  await visitor.chooseServices("Women's Haircut");
  await visitor.day(/^25, Wednesday, November 25, fully booked$/).waitFor();
  const calendar = await linesOf(page);
  expect(calendar).toEqual(
    expect.arrayContaining([
      'button "Back to services"',
      'heading "Date & Time" [level=2]',
      'grid "November 2026":',
      'button "24, Tuesday, November 24, free times"',
      'button "22, Sunday, November 22, closed"',
      'button "26, Thursday, November 26, not available" [disabled]',
    ]),
  );
  await visitor.chooseDay(/^24/);
  await expect.poll(() => spoken(page)).toContain('16 free times.');
  await visitor.button('10:30 AM').click();
  expect(await linesOf(page)).toEqual(
    expect.arrayContaining([
      'button "24, Tuesday, November 24, free times, selected"',
      'region "Morning":',
      'heading "Afternoon" [level=4]',
      'button "10:30 AM" [pressed]',
      'button "11:00 AM"',
      'button "Continue"',
    ]),
  );
  await visitor.chooseDay(/^25/);
  await expect.poll(() => spoken(page)).toContain('No free times on this day.');
});

it('announces that times are loading, and that they could not be loaded', async () => {
  const { page, api, visitor } = await openWizard({ 'GET /api/availability': silence });
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseDay(/^24/);
  await expect.poll(() => spoken(page)).toContain('Loading free times...');
  expect(await page.getByRole('region', { name: /^Tuesday, November 24/ }).getAttribute('aria-busy')).toBe(
    'true',
  );
  api.change({ 'GET /api/availability': lostNetwork });
  await visitor.chooseDay(/^27/);
  await page.getByRole('alert').getByText('The free times of this day couldn’t be loaded.').waitFor();
});

it('names the fields, associates each error with its field, and announces progress', async () => {
  const { page, visitor } = await openWizard({ 'POST /api/bookings': silence });
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseTime(/^24/, '10:30 AM');
  expect(await linesOf(page)).toEqual(
    expect.arrayContaining([
      'heading "Checkout" [level=2]',
      'group "Your details":',
      'textbox "Name"',
      'textbox "Email"',
      'textbox "Phone"',
      'textbox "Notes (optional)"',
      expect.stringMatching(/^checkbox "I agree to receive SMS notifications about this appointment from /),
      'button "Book Appointment"',
    ]),
  );
  await expect.poll(() => spoken(page)).toContain('Your time is held for 10 minutes.');

  await visitor.submit();
  await visitor.toast('Missing Information').waitFor();
  const name = page.getByRole('textbox', { name: 'Name' });
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  const note = await name.getAttribute('aria-describedby');
  expect(await page.locator(`#${note}`).textContent()).toBe('Please fill in this field.');
  expect((await spoken(page)).join(' ')).toContain('Missing InformationPlease fill in all required fields.');

  await visitor.fillIn();
  await visitor.submit();
  await expect.poll(() => spoken(page)).toContain('Booking your appointment...');
});
