import { expect, it } from 'vitest';
import { givenAdmin, PASSWORD } from '../../support/accounts/auth-client.ts';
import { textsIn } from '../../support/messages/text-files.ts';
import { expectAccessible, openPage } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** Messages with the real service, which has no provider here. */

const given = givenSalonAndBrowser({ settings: { MESSAGE_WINDOW_SECONDS: '0' } });

// Spec: 2.send-sms, 7.send-booking-sms, 8.sms-sent, 8.sms-failed
it('staff text a customer, see what became of it without a reload, and pause and resume texts', async () => {
  const { salon, browser } = given;
  const { email } = await givenAdmin(salon);
  const { id, short_code } = await salon.booked({
    customer_name: 'Katherine Johnson',
    customer_phone: '(925) 555-0178',
    appointment_date: salon.freshDay(),
  });
  const page = await openPage(browser);
  const { button, toast } = wizardVisitor(page);
  await page.goto(`${salon.url}/auth?next=${encodeURIComponent('/admin/messages?search=katherine')}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Sign In').click();
  await page.getByText('Texts aren’t set up: none is sent.').waitFor();
  const received = page.getByRole('button', {
    name: /^Katherine Johnson.*Text: Request received.*Not set up$/,
  });
  await received.click();
  await page.getByText('Booked · Customer').waitFor();
  await page.getByText('(925) 555-0178').last().waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: /· 10:00 AM$/ }).click();
  const shown = page.getByRole('dialog');
  await shown.getByText('Texts aren’t set up: call (925) 555-0178.').waitFor();
  await shown.getByText('Text: Request received.').waitFor();
  expect(await shown.getByText('Sends now').count()).toBe(0);
  await button('Send SMS Notification').click();
  await toast('SMS notifications sent successfully').waitFor();
  await button('History').click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Text asked for').first().waitFor();
  await expect.poll(() => history.getByText('Text not sent: texts aren’t set up').count()).toBe(2);
  expect(await history.getByText(/^Text (sent|delivered)/).count()).toBe(0);
  await button('Close').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await page.getByText('3 messages').waitFor();
  await button('Texts').click();
  const usual = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => usual.filter({ hasText: /\d+ of 160 characters/ }).count()).toBe(7);
  await button('Close').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const texts = async () =>
    (await textsIn(salon.dataDir)).filter(({ text }) => text.includes(`/b/${short_code}`));
  await expect.poll(async () => (await texts()).length).toBe(2);

  await button('Pause messages').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause messages' }).click();
  await page.getByText('Ada Lovelace has paused them.').waitFor();
  await page.goto(`${salon.url}/admin/appointments/${id}`);
  await button('Send SMS Notification').click();
  await toast('Failed to send SMS notifications').waitFor();
  await toast('Messages are paused. Resume them on the page Messages first.').waitFor();
  await page.goto(`${salon.url}/admin/messages`);
  await button('Resume messages').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume messages' }).click();
  await toast('Messages are resumed').waitFor();
  await button('Pause messages').waitFor();
  expect(await texts()).toHaveLength(2);
});
