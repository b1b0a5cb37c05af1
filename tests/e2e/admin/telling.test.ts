import { describe, expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import {
  ADA,
  bookingList,
  bookingPath,
  changedTo,
  details,
  HANNAH,
  LEO,
} from '../support/fixtures/booking-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { STYLISTS_PATH, TEAM_OF_FIVE } from '../support/fixtures/team-fixtures.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** Staff choose whether and how the customer is told of a change. */

const site = givenSite();
const open = bookingAdmin(site);
const NO_TEXTS = { 'GET /api/admin/sending': sendingIs({ has_provider: false }) };
const NOTHING = { 'GET /api/admin/sending': sendingIs({ has_provider: false, has_mail_server: false }) };
const toldAs = (status: 'pending' | 'cancelled', told: readonly string[] = ['sms'], kept_here = false) =>
  json({
    id: ADA.id,
    status,
    version: 3,
    position: positionAt(5),
    told,
    notified: kept_here || told.includes('sms'),
    departure: { waits_for: 'due', goes_out_at: null, kept_here },
  });

describe('the block “Tell the customer”', () => {
  it('shows the usual text, on, and sends it as that if it is left as it is', async () => {
    const { page, dialog, button, toast, called } = await open('', {
      [`POST ${bookingPath(1)}/cancel`]: toldAs('cancelled'),
    });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    const text = dialog.getByLabel('SMS message');
    await expect.poll(() => text.inputValue()).toBe('Your appointment is cancelled.');
    expect(await dialog.getByLabel('Text the customer').isChecked()).toBe(true);
    await expectAccessible(page);
    // Nothing was written that could be lost.
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByLabel('Emergency').check();
    await button('Cancel Appointment').click();
    await toast('Booking cancelled due to: Emergency. Customer notified via SMS.').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([
      { reason: 'emergency', message: null, tell: { sms: true, email: true } },
    ]);
  });

  it('says that nobody is told of the hand-over of an appointment that has begun, unless it gets another time', async () => {
    const hannah = { ...HANNAH, stylist: { id: 'first', name: 'Ann Lee' } };
    const { page, dialog } = await open('', {
      'GET /api/admin/bookings': bookingList([hannah]),
      [`GET ${bookingPath(3)}`]: details(hannah),
      [`GET ${STYLISTS_PATH}`]: projected({ stylists: TEAM_OF_FIVE }),
    });
    await chooseAction('Hannah Ruiz', 'Reschedule')(page);
    await dialog.getByLabel('Stylist').selectOption('Maximiliana Wolkenstein-Trostburg');
    await dialog.getByRole('button', { name: /^Hand over to/ }).waitFor();
    const tooLate = dialog.getByText('The appointment has begun, so no text is sent.');
    await tooLate.waitFor();
    expect(await dialog.getByLabel('Text the customer').count()).toBe(0);
    await dialog.getByLabel('New time').selectOption('5:00 PM');
    await tooLate.waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('Text the customer').isChecked()).toBe(true);
  });

  it('sends nothing if it is emptied, or switched off', async () => {
    const { page, dialog, button, toast, called } = await open('', {});
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByLabel('Other').check();
    await expect.poll(() => dialog.getByLabel('SMS message').inputValue()).not.toBe('');
    const [text, ...ways] = ['SMS message', 'Text the customer', 'Mail the customer'].map((label) =>
      dialog.getByLabel(label),
    );
    const areOn = () => Promise.all(ways.map((way) => way.isChecked()));
    await text?.fill('');
    expect(await areOn()).toEqual([false, false]);
    await text?.fill('See you');
    expect(await areOn()).toEqual([true, true]);
    await text?.fill('');
    await ways[1]?.check();
    expect(await areOn()).toEqual([false, true]);
    await dialog.getByLabel('Message').fill('');
    await button('Cancel Appointment').click();
    await toast('Booking cancelled due to: Other.').waitFor();
    await chooseAction('Hannah Ruiz', 'Reschedule')(page);
    await dialog.getByLabel('New time').selectOption('5:00 PM');
    await dialog.getByLabel('Text the customer').uncheck();
    await dialog.getByLabel('Mail the customer').uncheck();
    expect(await dialog.getByRole('textbox', { name: 'message' }).count()).toBe(0);
    await button('Move to Fri 5:00 PM').click();
    await toast('Appointment Rescheduled').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([
      { reason: 'other', message: null },
      { new_date: '2026-11-20', new_time: '5:00 PM', message: null },
    ]);
  });

  it('follows the time that is chosen until it is edited', async () => {
    const { page, dialog, button, called } = await open('');
    await chooseAction('Ada Moreau', 'Reschedule')(page);
    const text = dialog.getByLabel('SMS message');
    await dialog.getByLabel('New time').selectOption('10:00 AM');
    await expect.poll(() => text.inputValue()).toBe('You are now on 2026-12-03 at 10:00 AM.');
    await dialog.getByLabel('New time').selectOption('11:00 AM');
    await expect.poll(() => text.inputValue()).toBe('You are now on 2026-12-03 at 11:00 AM.');
    await text.fill('Eleven, as you asked.');
    await dialog.getByLabel('New time').selectOption('10:00 AM');
    expect(await text.inputValue()).toBe('Eleven, as you asked.');
    await button('Move to Thu 10:00 AM').click();
    await expect
      .poll(() => called('POST').map(({ body }) => body))
      .toEqual([
        {
          new_date: '2026-12-03',
          new_time: '10:00 AM',
          message: 'Eleven, as you asked.',
          tell: { sms: true, email: true },
        },
      ]);
  });

  it('can be switched only once it is known what could be sent', async () => {
    const known = Promise.withResolvers<void>();
    const { page, dialog } = await open('', {
      'GET /api/admin/sending': async (...request) => {
        await known.promise;
        await sendingIs({ has_provider: false, has_mail_server: false })(...request);
      },
    });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    const box = dialog.getByLabel('Text the customer');
    await dialog.locator('[aria-busy=true]').waitFor();
    expect(await box.count()).toBe(0);
    known.resolve();
    await box.check();
    await dialog.getByText('Texts aren’t set up: call (925) 555-0101.').waitFor();
    expect(await box.isChecked()).toBe(true);
  });

  it('has a number to call where no text may be sent', async () => {
    const { page, api, dialog, button } = await open('');
    await chooseAction('Leo Marsh', 'Cancel')(page);
    await dialog.getByText('The customer hasn’t agreed to text messages.').waitFor();
    expect(await dialog.getByLabel('Mail the customer').isChecked()).toBe(true);
    await button('Keep Appointment').click();
    api.change({
      [`GET ${bookingPath(2)}`]: details({ ...LEO, customer_email: null }),
      [`GET ${bookingPath(1)}`]: details({ ...ADA, customer_email: null }, 0, {
        at: '2026-11-19T21:30:00.000Z',
        by: 'customer',
      }),
    });
    await page.reload();
    await chooseAction('Leo Marsh', 'Cancel')(page);
    await dialog.getByText('The customer hasn’t agreed to text messages. Call (925) 555-0102.').waitFor();
    expect(await dialog.getByRole('link', { name: '(925) 555-0102' }).getAttribute('href')).toBe(
      'tel:9255550102',
    );
    await button('Keep Appointment').click();
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByText('opted out of text messages by texting STOP. Call (925) 555-0101.').waitFor();
  });
});

describe('a mail', () => {
  it('is offered besides, shows what it says, and goes alone if the text is switched off', async () => {
    const { page, dialog, button, toast, called } = await open('', {
      [`POST ${bookingPath(1)}/cancel`]: toldAs('cancelled', ['email']),
    });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByText('Mail the customer · ada.moreau@example.com').waitFor();
    await dialog.getByText('Read the mail').click();
    await dialog.getByText('Your appointment is cancelled.', { exact: true }).last().waitFor();
    await dialog.getByLabel('Text the customer').uncheck();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The roof leaks.');
    await dialog.getByText('The roof leaks.\n\nHaircut, that day').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Emergency').check();
    await button('Cancel Appointment').click();
    await toast('Booking cancelled due to: Emergency. A mail goes out to the customer.').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([
      { reason: 'emergency', message: 'The roof leaks.', tell: { sms: false, email: true } },
    ]);
  });

  it('is the only choice where texts aren’t set up', async () => {
    const { page, dialog, button, called } = await open('', NO_TEXTS);
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByText('Texts aren’t set up.').waitFor();
    expect(await dialog.getByLabel('Text the customer').isChecked()).toBe(false);
    await dialog.getByLabel('Other').check();
    await button('Cancel Appointment').click();
    await expect
      .poll(() => called('POST').map(({ body }) => body))
      .toEqual([{ reason: 'other', message: null, tell: { sms: false, email: true } }]);
  });

  it('is offered for a booking by staff, too, in their own words', async () => {
    const { page, dialog, button, called } = await open('?new&day=2026-12-04&services=womens-haircut', {});
    await dialog.getByRole('combobox', { name: 'Customer name' }).fill('Wanda Walker');
    await dialog.getByLabel('Phone').fill('(925) 555-0177');
    expect(await dialog.getByText('Tell the customer').count()).toBe(0);
    await dialog.getByLabel('Email').fill('wanda@example.com');
    await dialog.getByText('Mail the customer · wanda@example.com').waitFor();
    await dialog.getByText('The customer hasn’t agreed to text messages.').waitFor();
    await button('Write your own words').click();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Ring the bell.');
    await expectAccessible(page);
    await dialog.getByLabel('Time', { exact: true }).selectOption('10:00 AM');
    await button('Create Booking').click();
    await expect
      .poll(() => called('POST /api/admin/bookings')[0]?.body)
      .toMatchObject({ message: 'Ring the bell.', tell: { sms: true, email: true } });
  });
});

describe('texts that don’t leave', () => {
  it('are said in the dialog, and in the toast whom to call', async () => {
    const { page, dialog, button, toast } = await open('', {
      ...NOTHING,
      [`POST ${bookingPath(1)}/cancel`]: toldAs('cancelled', [], true),
    });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByText('Texts aren’t set up: call (925) 555-0101.').waitFor();
    await dialog.getByLabel('Text the customer').check();
    await dialog.getByLabel('Emergency').check();
    await button('Cancel Appointment').click();
    await toast('Booking cancelled due to: Emergency. Texts aren’t set up: call (925) 555-0101.').waitFor();
  });

  it.each([
    ['that a mail does', NO_TEXTS, 'Texts aren’t set up: the customer is told by mail.'],
    ['whom to call', NOTHING, 'Texts aren’t set up: call (925) 555-0101.'],
  ])('are said after a confirmation, and %s', async (_, sending, words) => {
    const { dialog, button, toast } = await open(`/${ADA.id}`, {
      ...sending,
      [`POST ${bookingPath(1)}/confirm`]: changedTo(1, 'confirmed'),
    });
    await dialog.getByText('Texts aren’t set up: call (925) 555-0101.').waitFor();
    await button('Confirm').click();
    await toast('Booking confirmed successfully').waitFor();
    await toast(`Ada Moreau. ${words}`).waitFor();
  });

  it('are said of nobody who gets none anyway', async () => {
    const { page, dialog, button, toast } = await open('', NO_TEXTS);
    // It is known by now that none leave.
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByText('Texts aren’t set up').waitFor();
    await button('Keep Appointment').click();
    await chooseAction('Leo Marsh', 'Confirm')(page);
    await toast('Leo Marsh').waitFor();
  });
});
