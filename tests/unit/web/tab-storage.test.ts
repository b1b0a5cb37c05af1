import { afterEach, expect, it, vi } from 'vitest';
import { readFromTab, storeInTab } from '../../../web/ui/tab-storage.ts';

/** The tab's storage, with what it has. */
function givenStorage(stored: Record<string, string>) {
  const texts = new Map(Object.entries(stored));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
});

it('reads what was stored', () => {
  givenStorage({});
  storeInTab('kept', { some: 'value' });
  expect(readFromTab('kept')).toEqual({ some: 'value' });
});

it('reads nothing where nothing was stored, or nothing readable', () => {
  givenStorage({ empty: '', broken: '{"state":' });
  for (const key of ['other', 'empty', 'broken']) expect(readFromTab(key)).toBeNull();
});

it('does without a storage where the browser forbids it', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeInTab('kept', 'value');
  expect(readFromTab('kept')).toBeNull();
});
