import { useState } from 'react';
import { saveFile } from '../../../ui/save-file.ts';
import type { RequestOptions } from '../../data/query.ts';
import { useServerState } from '../../data/server-state-context.ts';
import type { Topic } from '../../data/topics.ts';
import { toastFailure } from '../toast-failure.ts';

/** Loads a file and saves it. It has at least every change of these topics that is known. */
export function useSavedFile(
  name: string,
  about: readonly Topic[],
  load: (options: RequestOptions) => Promise<Blob>,
) {
  const state = useServerState();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      saveFile((await state.load(about, new AbortController().signal, load)).body, name);
    } catch (error) {
      toastFailure(error, 'The file couldn’t be made');
    } finally {
      setBusy(false);
    }
  }
  return { busy, save };
}
