import { describe, expect, it } from 'vitest';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import { adminOpener, held, waitForFocus } from '../support/pages/open-admin.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, lostNetwork, type MockResponse, problem, stale } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const openServices = (api: Record<string, MockResponse> = {}) => open('/admin/services', api);

const HAIRCUT = '/api/admin/services/womens-haircut';
const listWith = (changes: object, position = 9) =>
  projected(
    ADMIN_SERVICES.map((service) => (service.id === 'womens-haircut' ? { ...service, ...changes } : service)),
    position,
  );

describe('the list of services', () => {
  // Spec: 8.fetch-services
  it('says what failed, and loads it when asked again', async () => {
    const { page, api, button, alert, toast } = await openServices({
      'GET /api/admin/services': lostNetwork,
    });
    await alert('Failed to fetch services.').waitFor();
    await toast('Failed to fetch services').waitFor();
    api.change({ 'GET /api/admin/services': projected(ADMIN_SERVICES) });
    await button('Try again').click();
    await page.getByText('10 services').waitFor();
    await toast('Failed to fetch services').waitFor({ state: 'hidden' });
  });
});

describe('a service', () => {
  // Spec: 8.server-messages
  it('waits while it is switched, and shows as it was when the server refuses', async () => {
    const patch = held(problem('unavailable'));
    const { page, button, dialog, toast, called } = await openServices({
      [`PATCH ${HAIRCUT}`]: patch.respond,
    });
    const active = page.getByRole('switch', { name: "Women's Haircut is active", checked: true });
    const waiting = page.getByRole('switch', { name: "Women's Haircut is active", disabled: true });
    await active.click();
    await waiting.waitFor();
    expect(await waiting.isChecked()).toBe(true);
    // Playwright itself would wait for what is disabled.
    await button("Edit Women's Haircut").click({ force: true });
    await button("Delete Women's Haircut").click({ force: true });
    await waiting.click({ force: true });
    expect(await dialog.count()).toBe(0);
    patch.release();
    await toast('Something went wrong on our side. Please try again.').waitFor();
    await waiting.waitFor({ state: 'hidden' });
    expect(await active.isChecked()).toBe(true);
    expect(called('PATCH').map(({ body }) => body)).toEqual([{ active: false }]);
    await button("Edit Women's Haircut").click();
    await dialog.waitFor();
  });

  it('tells each change before it is replaced, and shows theirs in the place of what was typed when asked', async () => {
    const { page, api, button, alert } = await openServices({
      [`PATCH ${HAIRCUT}`]: stale('ServiceChanged', 4),
    });
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').fill('55');
    // One more change than the refusal tells of.
    api.change({
      'GET /api/admin/services': listWith({ price_cents: 6_000, duration_minutes: 90, version: 5 }),
    });
    await button('Save changes').click();
    await alert('Duration: 60 minutes is now 90 minutes').waitFor();
    await alert('Price: $45.00 is now $60.00').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button('Save changes').click();
    expect((await sent).headers()['if-match']).toBe('"4"');
    await button('Save changes').waitFor();
    await button('Discard mine, show theirs').click();
    expect(await page.getByLabel('Price ($)').inputValue()).toBe('60.00');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('gets another price by a press on it, and keeps what was typed where the server refuses', async () => {
    const { page, api, button, toast, called } = await openServices({
      [`PATCH ${HAIRCUT}`]: problem('unavailable'),
    });
    const price = page.getByLabel("Price of Women's Haircut ($)");
    await button("Change the price of Women's Haircut, $45.00").click();
    await price.fill('free');
    await price.press('Enter');
    await page.getByRole('alert').getByText('Please enter a price of 0 or more').waitFor();
    await expectAccessible(page);
    await price.press('Escape');
    await waitForFocus(page, "Change the price of Women's Haircut, $45.00");
    await page.keyboard.press('Enter');
    await price.fill('55');
    await price.press('Enter');
    await toast('Something went wrong on our side. Please try again.').waitFor();
    expect(await price.inputValue()).toBe('55');
    api.change({
      [`PATCH ${HAIRCUT}`]: json({ id: 'womens-haircut', version: 4, position: positionAt(6) }),
      'GET /api/admin/services': listWith({ price_cents: 5_500, version: 4 }, 6),
    });
    await price.press('Enter');
    await toast('Service updated successfully').waitFor();
    await button('Undo').waitFor();
    await waitForFocus(page, "Change the price of Women's Haircut, $55.00");
    expect(called('PATCH').map(({ body }) => body)).toEqual([{ price_cents: 5_500 }, { price_cents: 5_500 }]);
  });

  it('shows the free stretch as it is typed, and isn’t sent with one that ends after it', async () => {
    const { page, button, dialog, called } = await openServices();
    await button("Edit Women's Haircut").click();
    await dialog.getByLabel('Stylist free after').fill('20');
    await dialog.getByLabel('Free for').fill('15');
    await dialog.getByText('20 min work · 15 min free for others · 25 min work').waitFor();
    await dialog.getByLabel('Free for').fill('45');
    await button('Save changes').click();
    await dialog.getByText('The free stretch must lie within the service').waitFor();
    await expectAccessible(page);
    expect(called('PATCH')).toEqual([]);
  });

  // Spec: 8.confirm-delete-service, 8.services-updated
  it('is deleted after a question, and stays when the server refuses', async () => {
    const { page, api, button, toast, dialog, called } = await openServices({
      [`DELETE ${HAIRCUT}`]: problem('unavailable'),
    });
    await button("Delete Women's Haircut").click();
    await dialog.getByText('Are you sure you want to delete this service?').waitFor();
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(page, "Delete Women's Haircut");
    await page.keyboard.press('Enter');
    await button('Delete Service').click();
    await dialog.getByText('Something went wrong on our side. Please try again.').waitFor();
    await toast('Something went wrong on our side. Please try again.').waitFor();
    api.change({
      [`DELETE ${HAIRCUT}`]: json({ id: 'womens-haircut', version: 4, position: positionAt(6) }),
      'GET /api/admin/services': projected(
        ADMIN_SERVICES.filter(({ id }) => id !== 'womens-haircut'),
        6,
      ),
    });
    await button('Delete Service').click();
    await toast('Service deleted successfully').waitFor();
    await page.getByText('9 services').waitFor();
    await waitForFocus(page, 'Edit Eyebrow Microblading');
    expect(called('DELETE')).toHaveLength(2);
  });
});
