/** Tells assistive technology what is wrong in the control with this id. */
export const described = (id: string, error: string | undefined) =>
  error ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const) : {};

/** Says what is wrong in the control, below it and its label. */
export const Wrong = ({ id, error }: { id: string; error: string | undefined }) =>
  error && (
    <p id={`${id}-note`} className="col-span-full pt-1 text-right font-medium text-bad">
      {error}
    </p>
  );
