import { it } from 'vitest';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { DESKTOP, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** Undo in real browsers against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

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
