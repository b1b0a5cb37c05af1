import { useState } from 'react';
import { exportCustomer } from '../../../src/contracts/customers/customer-export.ts';
import { call } from '../../api.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useServerState } from '../data/server-state-context.ts';
import { toastFailure } from '../ui/toast-failure.ts';

/** Saves everything stored about a customer as a file. */
export function useExport(id: string) {
  const state = useServerState();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const { body } = await state.load(
        ['customer', 'booking', 'message'],
        new AbortController().signal,
        ({ after, ...options }) => call(exportCustomer, { ...options, params: { id }, query: { after } }),
      );
      const file = new Blob([JSON.stringify(body, null, 2)], { type: 'application/json' });
      saveFile(file, `customer-${id}.json`);
    } catch (error) {
      toastFailure(error, 'The file couldn’t be made');
    } finally {
      setBusy(false);
    }
  }

  return { busy, save };
}
