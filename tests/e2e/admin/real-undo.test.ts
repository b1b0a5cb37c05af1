import { it } from 'vitest';
import { givenAdmin, PASSWORD } from '../../support/accounts/auth-client.ts';
import { DESKTOP, openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** Undo in real browsers against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

/** An administrator who signs in on a device of their own. */
async function openAs({ email }: { email: string }, path: string, size: typeof PHONE) {
  const page = await openPage(given.browser, { size, now: NOW });
  const visitor = wizardVisitor(page);
  await page.goto(`${given.salon.url}/auth?next=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.button('Sign In').click();
  return { page, ...visitor };
}

it('is in the toast and in the activity, and each device sees what was undone', async () => {
  const admin = await givenAdmin(given.salon);
  const [desk, phone] = await Promise.all([
    openAs(admin, '/admin/services', DESKTOP),
    openAs(admin, '/admin/activity?kind=service&actor=admin', PHONE),
  ]);
  await phone.page.getByText('Nothing found').waitFor();
  const perm = (checked: boolean) => desk.page.getByRole('switch', { name: 'Perm is active', checked });
  const undoOnPhone = phone.page.getByRole('button', { name: /^Undo/ });
  await perm(true).click();
  await desk.toast('Service deactivated').waitFor();
  await phone.page.getByText('Service deactivated').waitFor();
  await undoOnPhone.waitFor();
  await desk.button('Undo').click();
  await desk.toast('Undone: Service deactivated · Perm').waitFor();
  await perm(true).waitFor();
  await phone.page.getByText('Undoes: service deactivated').waitFor();
  await undoOnPhone.waitFor({ state: 'hidden' });

  // The other way round.
  await desk.button('Delete Perm').click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Service' }).click();
  await perm(true).waitFor({ state: 'hidden' });
  await undoOnPhone.click();
  await phone.toast('Undone: Service removed · Perm').waitFor();
  await perm(true).waitFor();
  await phone.page.getByText('Service restored').waitFor();
  await undoOnPhone.waitFor({ state: 'hidden' });
});
