import type { Page } from 'playwright-core';

/** A visitor's steps in the wizard, by the visible texts and fields. */
export function wizardVisitor(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const visitor = {
    button,
    day: (name: RegExp) => page.getByRole('gridcell').getByRole('button', { name }),
    heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    /** One that fades out may say the same as the one that has just come. */
    toast: (text: string) =>
      page.locator('[data-sonner-toast][data-removed=false]').getByText(text, { exact: true }),
    notice: (text: RegExp) => page.getByRole('alert').filter({ hasText: text }),
    async chooseServices(...names: string[]) {
      for (const name of names) await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
      await button('Continue to Date & Time').click();
      await visitor.heading('Date & Time').waitFor();
    },
    async chooseDay(name: RegExp) {
      await visitor.day(name).click();
    },
    async chooseTime(day: RegExp, time: string) {
      await visitor.chooseDay(day);
      await button(time).click();
      await button('Continue').click();
      await visitor.heading('Checkout').waitFor();
    },
    async fillIn(changes: Partial<Record<'Name' | 'Email' | 'Phone', string>> = {}) {
      const details = { Name: 'Ada Moreau', Email: 'ada@example.com', Phone: '(925) 555-0199', ...changes };
      for (const [label, text] of Object.entries(details)) await page.getByLabel(label).fill(text);
      await page.getByRole('checkbox', { name: /SMS notifications/ }).check();
    },
    /** Goes from the first step to a filled-in checkout. */
    async reachCheckout() {
      await visitor.chooseServices("Women's Haircut");
      await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
      await visitor.fillIn();
    },
    submit: () => button('Book Appointment').click(),
  };
  return visitor;
}
