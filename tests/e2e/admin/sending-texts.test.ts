import { expect, it } from 'vitest';
import { ADA, bookingPath, details } from '../support/fixtures/booking-fixtures.ts';
import { untold } from '../support/fixtures/waiting-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** A text about an appointment that staff ask for. */

const site = givenSite();
const open = bookingAdmin(site);

const MORNING = { waits_for: 'quiet', goes_out_at: '2026-11-21T16:00:00.000Z', kept_here: false };
const NEXT_TEXT = {
  kind: 'booked',
  text: 'Lumière Hair Studio: got your booking for Dec 03, 2026 at 2:30 PM.',
  same_before: { status: 'sent', at: '2026-11-20T17:30:00.000Z' },
} as const;

// Spec: 2.send-sms, 7.send-booking-sms, 8.sms-sent
it('texts the customer about it on request, never one whose number has opted out', async () => {
  const messages = `POST ${bookingPath(1)}/messages`;
  const { page, dialog, button, toast, api, called } = await open(`/${ADA.id}`, {
    [messages]: json({ id: ADA.id, queued: true, departure: MORNING, position: positionAt(5) }),
    [`GET ${bookingPath(1)}/messages`]: untold({ next_text: NEXT_TEXT }),
  });
  // Which of the contacts a code has proven.
  await expect.poll(() => dialog.getByText('Confirmed by a code').count()).toBe(1);
  // The dialog shows the text before it is sent, and says whether the customer has had it.
  const send = button('Send SMS Notification');
  await dialog.getByText('This same text was sent on Fri, Nov 20 · 9:30 AM.').waitFor();
  await expect
    .poll(() =>
      send.evaluate((element) => {
        const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      }),
    )
    .toContain('Sends now: Request received.');
  await dialog.getByText('Read the text').click();
  await dialog.getByText(NEXT_TEXT.text).waitFor();
  await expectAccessible(page);
  await send.click();
  await toast('SMS notifications sent successfully').waitFor();
  await toast('The text goes out Sat, Nov 21 · 8:00 AM: none go out at night.').waitFor();
  expect(called('POST')).toHaveLength(1);

  // The customer texts STOP: the dialog says so by itself, and consent can't be enabled by others.
  api.change({
    [`GET ${bookingPath(1)}`]: details(ADA, 7, { at: '2026-11-20T17:30:00.000Z', by: 'customer' }),
  });
  site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(7) });
  await dialog.getByText(/^The customer texted STOP on .*until the customer texts START\.$/).waitFor();
  await button('Send SMS Notification').waitFor({ state: 'hidden' });
  expect(await button('Enable SMS consent').isDisabled()).toBe(true);
  await expectAccessible(page);

  // Without consent there is no such button either.
  api.change({ [`GET ${bookingPath(1)}`]: details({ ...ADA, sms_consent: false }, 8) });
  site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(8) });
  await dialog.getByText('Not given').waitFor();
  expect(await button('Send SMS Notification').count()).toBe(0);
});
