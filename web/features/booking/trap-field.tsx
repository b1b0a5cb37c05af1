import type { Ref } from 'react';

/**
 * A field that people never meet and programs fill in (decision 011): out of sight, out of the tab order, silent for screen
 * readers, and of a name that no browser or password manager has something for.
 */
export function TrapField({ ref }: { ref: Ref<HTMLInputElement> }) {
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
