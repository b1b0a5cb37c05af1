import type { Page } from 'playwright-core';

/** Lets a page note what it copies. The clipboard itself is the browser's, which all files of a run share. */
export async function noteCopied(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      Object.assign(window, { copied: text });
    };
  });
}

/** The text that the page has copied last. */
export const copiedIn = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as { copied?: string }).copied ?? '');
