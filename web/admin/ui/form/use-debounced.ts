import { useEffect, useState } from 'react';

const TYPING_MS = 120;

/** A text once it has stayed the same for a moment, so that not every letter asks the server. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
