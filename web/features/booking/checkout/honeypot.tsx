import type { Ref } from 'react';

/**
 * A field that only bots fill in, which reveals them. It is invisible, outside the tab order, hidden
 * from screen readers, and has a name that browsers and password managers don't autofill.
 */
export function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor="subject">Leave this empty</label>
      <input
        ref={ref}
        id="subject"
        name="subject"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore=""
      />
    </div>
  );
}
