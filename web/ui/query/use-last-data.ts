import { useState } from 'react';
import type { Query } from './use-query.ts';

/** A query's last data, also while it loads again, so that a change doesn't replace the content by a skeleton. */
export function useLastData<T>(query: Query<T>): T | undefined {
  const [kept, setKept] = useState<T>();
  if (query.status === 'ready' && query.data !== kept) setKept(query.data);
  return query.status === 'ready' ? query.data : kept;
}
