/** Class names of a link that a press anywhere in its row follows. The row is `relative`, and so are its buttons. */
export const rowLinkClass =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass';
