import { expect, it } from 'vitest';
import { customerId, listed, projected } from '../support/fixtures/admin-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const open = bookingAdmin(givenSite());

it('says whose profile gets a new appointment when the contacts typed for a new name are on a card', async () => {
  const holder = { id: customerId(1), name: 'Ada Moreau', by: 'phone' };
  const { page, api, dialog, called } = await open(
    '?new',
    {
      'GET /api/admin/customers': listed([]),
      'POST /api/admin/contact-holder': projected({ holder }),
    },
    { size: { width: 320, height: 700 } },
  );
  await dialog.getByLabel('Customer name').fill('Eva Neu');
  await dialog.getByLabel('Phone').fill('925555');
  const notice = dialog.getByRole('status').filter({ hasText: 'This phone is on' });
  await dialog.getByLabel('Phone').fill('(925) 555-0101');
  const other =
    'This phone is on Ada Moreau’s card: Ada Moreau’s profile gets this appointment. If Eva Neu is somebody else, enter their own phone.';
  await notice.getByText(other).waitFor();
  // Asked once the number is whole, and not in an address, which logs would keep.
  expect(called('POST')).toMatchObject([
    {
      call: expect.stringMatching(/^POST \/api\/admin\/contact-holder\?after=\d+$/),
      body: { email: null, phone: '(925) 555-0101' },
    },
  ]);
  await expectAccessible(page);
  const { width, room } = await notice.evaluate(({ scrollWidth, clientWidth }) => ({
    width: scrollWidth,
    room: clientWidth,
  }));
  expect(width).toBeLessThanOrEqual(room);
  // Under the name on the card there is nothing to wonder at.
  await dialog.getByLabel('Customer name').fill('ADA moreau');
  await notice
    .getByText('This phone is on Ada Moreau’s card: their profile gets this appointment.', { exact: true })
    .waitFor();
  api.change({ 'POST /api/admin/contact-holder': projected({ holder: null }) });
  await dialog.getByLabel('Email (optional)').fill('eva@neu.example');
  await notice.getByText('Ada Moreau').waitFor({ state: 'hidden' });
});
