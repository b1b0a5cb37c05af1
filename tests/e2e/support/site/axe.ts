import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RequestHandler } from 'express';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATH = '/axe.min.js';

/** A page's window, where axe is found. */
export type WithAxe = { axe: typeof axe };

/** Lets a site of tests serve axe. */
export const serveAxe: RequestHandler = ({ path }, res, next) => {
  if (path !== PATH) return next();
  res.set({ 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=86400, immutable' }).end(AXE);
};

/** Sites that serve it, by their origin. */
const serving = new Set<string>();
export const axeIsServedAt = (origin: string) => serving.add(origin);

/** Makes axe known in a page: by its address where that can be, since the browser then has it compiled already. */
export async function loadAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => (window as Partial<WithAxe>).axe !== undefined);
  if (isThere) return;
  if (!serving.has(new URL(page.url()).origin)) return void (await page.evaluate(AXE));
  await page.evaluate((src) => {
    const script = document.createElement('script');
    script.src = src;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('axe was not loaded'));
    document.head.append(script);
    return promise.finally(() => script.remove());
  }, PATH);
}
