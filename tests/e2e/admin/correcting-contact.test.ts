import { expect, it } from 'vitest';
import { ADA, bookingPath, changedTo, details } from '../support/fixtures/booking-fixtures.ts';
import { UNDELIVERED, untold } from '../support/fixtures/waiting-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const open = bookingAdmin(givenSite());
const CORRECT = `POST ${bookingPath(1)}/contact`;

it('corrects the phone from the text that failed, for this appointment', async () => {
  const { page, api, dialog, button, toast, called } = await open(`/${ADA.id}`, {
    [`GET ${bookingPath(1)}/messages`]: untold({ undelivered: UNDELIVERED }),
    [CORRECT]: lostNetwork,
  });
  await button('Correct the number...').click();
  const form = page.getByRole('dialog', { name: 'Correct phone or email' });
  const save = form.getByRole('button', { name: 'Correct', exact: true });
  const phone = form.getByLabel('Phone');
  expect(await phone.inputValue()).toBe(ADA.customer_phone);
  await form.getByText('The customer’s profile stays as it is').waitFor();
  await expectAccessible(page);
  await phone.fill('');
  await save.click();
  await form.getByText('Please enter a valid phone number').waitFor();
  expect(called('POST')).toEqual([]);

  await phone.fill('(510) 555-0188');
  await save.click();
  await toast('Failed to correct the contact').waitFor();
  expect(await phone.inputValue()).toBe('(510) 555-0188');
  const corrected = { ...ADA, customer_phone: '(510) 555-0188', version: 3 };
  api.change({
    [CORRECT]: changedTo(1, ADA.status, 5),
    [`GET ${bookingPath(1)}`]: details(corrected, 5),
  });
  await save.click();
  await toast('Contact corrected').waitFor();
  await dialog.getByRole('link', { name: '(510) 555-0188' }).waitFor();
  expect(called(CORRECT).at(-1)?.body).toEqual({
    customer_email: ADA.customer_email,
    customer_phone: '(510) 555-0188',
  });

  // Also where no text has failed; what isn't changed isn't sent.
  const before = called('POST').length;
  await button('Correct phone or email...').click();
  await save.click();
  await form.waitFor({ state: 'hidden' });
  expect(called('POST')).toHaveLength(before);
});
