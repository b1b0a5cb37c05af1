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
  // Spec: 2.services-list, 9.service-defaults
  it('shows each category with its services, and what each costs and takes', async () => {
    const { page, heading } = await openServices();
    await heading('Services Management').waitFor();
    await page.getByText('10 services').waitFor();
    const color = page.getByRole('region', { name: /^Hair Color/ });
    await expect.poll(() => color.getByRole('listitem').count()).toBe(3);
    const haircut = page.getByRole('listitem').filter({ hasText: "Women's Haircut" });
    // The row shows the starting price that visitors see in the price menu: its words stand nowhere.
    await haircut.getByText('shown “starts at $45”').waitFor();
    expect(await haircut.innerText()).toMatch(/No description\s+\$45\.00\s+shown “starts at \$45”\s+60 min/);
    const touchUp = page.getByRole('listitem').filter({ hasText: 'Root Touch up with Style' });
    await touchUp.getByText('shown “Price Varies”').waitFor();
    const updo = page.getByRole('listitem').filter({ hasText: "Up do's" });
    expect(await updo.innerText()).toMatch(/\$65\.00\s+60 min/);
    expect(await page.getByRole('switch', { name: 'Scalp Treatment is active' }).isChecked()).toBe(false);
  });

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
  // Spec: 2.services-dialog, 5.service-fields, 8.services-updated, 5.price-cents
  it('is added, with the group of its category, and shown', async () => {
    const { page, api, button, toast, called, dialog } = await openServices({
      'GET /api/admin/services': projected([]),
    });
    await button('Add Your First Service').click();
    const form = page.getByRole('dialog');
    expect(await form.getByLabel('Category').inputValue()).toBe('Hair Styling');
    expect(await form.getByLabel('Duration (minutes)').inputValue()).toBe('60');
    await form.getByRole('button', { name: 'Add Service' }).click();
    await page.getByText('Please enter a name for the service.').waitFor();
    await page.getByText('Please enter a price of 0 or more, with two decimals at most.').waitFor();
    await form.getByLabel('Name').fill(' Keratin ');
    await form.getByLabel('Category').selectOption('Hair Treatment');
    expect(await form.getByLabel('Group on the website').inputValue()).toBe('Treatments');
    await form.getByLabel('Price ($)').fill('119.99');
    await page.getByText('Visitors see “$119.99”.').waitFor();
    await form.getByLabel('Duration (minutes)').fill('50');
    await form.getByRole('button', { name: 'Add Service' }).click();
    await page.getByText('The duration must be 15 minutes or more, in steps of 15.').waitFor();
    await form.getByLabel('Duration (minutes)').fill('45');
    expect(called('POST /api/admin/services')).toEqual([]);
    api.change({ 'GET /api/admin/services': projected(ADMIN_SERVICES, 5) });
    await form.getByRole('button', { name: 'Add Service' }).click();
    await toast('Service created successfully').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('10 services').waitFor();
    expect(called('POST /api/admin/services').map(({ body }) => body)).toEqual([
      {
        name: 'Keratin',
        description: '',
        category: 'Hair Treatment',
        public_group: 'Treatments',
        price_cents: 11_999,
        price_text: null,
        duration_minutes: 45,
        active: true,
      },
    ]);
    // The list that is shown after a change includes it.
    expect(called('GET /api/admin/services').at(-1)?.call).toContain(`after=${positionAt(5)}`);
  });

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

  // Spec: 4.toggles, 8.service-switched
  it('is activated and deactivated', async () => {
    // Each answer is as the changes before it have left the service, whenever the list is asked for.
    let haircut = { active: true, version: 3 };
    let position = 9;
    const { page, toast } = await openServices({
      'GET /api/admin/services': (route, url) => listWith(haircut, position)(route, url),
      [`PATCH ${HAIRCUT}`]: (route, url) => {
        haircut = { active: !haircut.active, version: haircut.version + 1 };
        position += 1;
        const { version } = haircut;
        return json({ id: 'womens-haircut', version, position: positionAt(position) })(route, url);
      },
    });
    await page.getByText('10 services').waitFor();
    await page.getByRole('switch', { name: "Women's Haircut is active" }).click();
    await toast('Service deactivated').waitFor();
    await page.getByRole('switch', { name: "Women's Haircut is active", checked: false }).click();
    await toast('Service activated').waitFor();
  });

  // Spec: 8.services-updated
  it('is changed on the version that was seen, and only in what was changed', async () => {
    const { page, api, button, toast, called } = await openServices();
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').fill('55');
    api.change({ 'GET /api/admin/services': listWith({ price_cents: 5_500, version: 4 }) });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Price ($)').press('Enter');
    await toast('Service updated successfully').waitFor();
    await page.getByText('$55.00').waitFor();
    expect(called('PATCH').map(({ body }) => body)).toEqual([{ price_cents: 5_500 }]);
    expect((await sent).headers()).toMatchObject({
      'if-match': '"3"',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await waitForFocus(page, "Edit Women's Haircut");
  });

  it('that somebody else changed first is told with who and what, and keeps what was typed', async () => {
    const { page, api, button, toast, alert } = await openServices({
      [`PATCH ${HAIRCUT}`]: stale('ServiceChanged', 4),
    });
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').fill('55');
    api.change({ 'GET /api/admin/services': listWith({ duration_minutes: 75, version: 4 }) });
    await button('Save changes').click();
    await alert('Marie Petit changed this on Fri, Nov 20 · 10:00 AM.').waitFor();
    await alert('Duration: 60 minutes is now 75 minutes').waitFor();
    expect(await page.getByLabel('Price ($)').inputValue()).toBe('55');
    await expectAccessible(page);
    api.change({
      [`PATCH ${HAIRCUT}`]: json({ id: 'womens-haircut', version: 5, position: positionAt(11) }),
    });
    api.change({ 'GET /api/admin/services': listWith({ price_cents: 5_500, duration_minutes: 75 }, 11) });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button('Save changes').click();
    expect((await sent).headers()['if-match']).toBe('"4"');
    expect((await sent).postDataJSON()).toEqual({ price_cents: 5_500 });
    await toast('Service updated successfully').waitFor();
  });

  it('doesn’t replace what came after the change that was told', async () => {
    const { page, api, button, alert } = await openServices({
      [`PATCH ${HAIRCUT}`]: stale('ServiceChanged', 4),
    });
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').fill('55');
    // One more change than the refusal tells of.
    api.change({ 'GET /api/admin/services': listWith({ duration_minutes: 90, version: 5 }) });
    await button('Save changes').click();
    await alert('Duration: 60 minutes is now 90 minutes').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button('Save changes').click();
    expect((await sent).headers()['if-match']).toBe('"4"');
  });

  it('may be shown as the other has left it', async () => {
    const { page, api, button, alert } = await openServices({
      [`PATCH ${HAIRCUT}`]: stale('ServiceChanged', 4),
    });
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').fill('55');
    api.change({ 'GET /api/admin/services': listWith({ price_cents: 6_000, version: 4 }) });
    await button('Save changes').click();
    await alert('Price: $45.00 is now $60.00').waitFor();
    await button('Discard mine, show theirs').click();
    expect(await page.getByLabel('Price ($)').inputValue()).toBe('60.00');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says what visitors see of its price, as the public pages show it', async () => {
    const { page, button } = await openServices();
    await button("Edit Women's Haircut").click();
    const form = page.getByRole('dialog');
    await form.getByText('Visitors see “starts at $45”.').waitFor();
    await form.getByLabel('Price ($)').fill('60');
    await form.getByText('Visitors see “starts at $60”.').waitFor();
    // Another name isn't on the price menu, but the menu names this service by its id.
    await form.getByLabel('Name').fill('Cut');
    await form.getByText('Visitors see “starts at $60”.').waitFor();
    await button('Cancel').click();
    await button('Discard').click();
    await button('Add Service').click();
    await form.getByLabel('Price ($)').fill('90');
    await form.getByText('Visitors see “$90.00”.').waitFor();
    await form.getByLabel('Price text').fill('Price Varies');
    await form.getByText('Visitors see “Price Varies”.').waitFor();
    await form.getByLabel('Name').fill('Balayage');
    await form.getByText('Visitors see “starts at $90”.').waitFor();
  });

  it('asks before what was typed is lost', async () => {
    const { page, button, dialog } = await openServices();
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').waitFor();
    // Nothing was typed yet, so nothing is asked.
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await button("Edit Women's Haircut").click();
    await page.getByLabel('Price ($)').fill('55');
    await pressEscape(page);
    const question = page.getByRole('alertdialog', { name: 'Discard these changes?' });
    await question.waitFor();
    await button('Keep editing').click();
    expect(await page.getByLabel('Price ($)').inputValue()).toBe('55');
    await page.keyboard.press('Escape');
    await button('Discard').click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('listitem').filter({ hasText: "Women's Haircut" }).getByText('$45.00').waitFor();
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
