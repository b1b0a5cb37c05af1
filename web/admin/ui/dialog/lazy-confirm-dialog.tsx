import { lazyDialog } from './lazy-dialog.tsx';

/** A question whose code is loaded when it is first asked, for screens that seldom ask one. */
export const LazyConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
