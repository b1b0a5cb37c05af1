/** What the calendar's marks mean, for the eye: each day's name says it too. */
export function CalendarLegend({
  own,
}: {
  /** Whether the calendar marks the day of an appointment. */ own?: boolean;
}) {
  return (
    <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-stone">
      <span className="flex items-center gap-2">
        <span className="size-1.5 rounded-full bg-brass" /> Free times
      </span>
      <span className="line-through">Fully booked</span>
      <span>Other days: closed</span>
      {own && (
        <span className="flex items-center gap-2">
          <span className="size-4 rounded-sm border border-brass" /> Your appointment
        </span>
      )}
    </p>
  );
}
