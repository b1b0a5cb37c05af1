/** A section's `h2` and the line under it. */
export function SectionHeading({
  id,
  heading,
  text,
  className = '',
}: {
  id: string;
  heading: string;
  text: string;
  className?: string;
}) {
  return (
    <div className={`max-w-xl space-y-2 md:space-y-4 ${className}`}>
      <h2 id={id} className="text-2xl">
        {heading}
      </h2>
      <p className="md:text-lg md:text-balance text-stone">{text}</p>
    </div>
  );
}
