/** Hides the messages among the entries of a history, which may be many, or shows them. */
export function MessagesButton({
  areHidden,
  count,
  onTurn,
}: {
  areHidden: boolean;
  /** How many are hidden, if that is known. */
  count?: number;
  onTurn: () => void;
}) {
  const show = count === undefined ? 'Show messages' : `Show messages (${count})`;
  return (
    <button
      type="button"
      onClick={onTurn}
      className="mb-2 min-h-6 text-xs font-medium underline decoration-brass underline-offset-4 pointer-coarse:min-h-11"
    >
      {areHidden ? show : 'Hide messages'}
    </button>
  );
}
