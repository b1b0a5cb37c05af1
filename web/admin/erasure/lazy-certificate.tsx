import { lazyPart } from '../../ui/loading/lazy-part.tsx';

/** A part of the address of a customer or an appointment: `?erasure` leads to the certificate of its erasure. */
export const ERASURE_PARAMETER = 'erasure';

export const LazyErasurePage = lazyPart(async () => (await import('./certificate.tsx')).ErasurePage);
