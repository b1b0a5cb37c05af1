import { type ReactNode, useId } from 'react';
import type { ReportDescription } from '../../../../src/contracts/reports/reports.ts';
import { isSalonDate } from '../../../../src/salon/salon-time.ts';
import { DayFilter } from '../../ui/form/day-filter.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { PERIODS, periodText } from '../plan/periods.ts';
import { type Changes, COMPARE_WITH, otherPeriod, type View } from '../plan/view.ts';

const PERIOD_OPTIONS = [
  ...Object.entries(PERIODS).map(([name, { label }]) => [name, label] as const),
  ['dates', 'Dates...'] as const,
];

const COMPARE_OPTIONS = Object.entries(COMPARE_WITH);

/** Choices of a report: the period, how it is grouped, and what it is compared with. */
export function Controls({
  view,
  by,
  groupings,
  problem,
  onChange,
  children,
}: {
  view: View;
  /** Key of the grouping. */
  by: string;
  groupings: ReportDescription['by'];
  /** Why this period can't be asked about. */
  problem: string | undefined;
  onChange: (changes: Changes) => void;
  /** Further controls. */
  children: ReactNode;
}) {
  const { period, days, compareWith, moment } = view;
  const other = otherPeriod(view);
  const wrong = useId();
  const isWrong = problem !== undefined;
  const dayField = (name: 'from' | 'to', label: string) => (
    <DayFilter
      label={label}
      value={days[name]}
      describedBy={isWrong ? wrong : undefined}
      // It sends only what was typed: the other day may have changed since this was rendered.
      onChange={(day) => isSalonDate(day) && onChange({ [name]: day })}
    />
  );
  return (
    <search aria-label="Choices" className="flex flex-wrap items-end gap-2 pb-4 print:hidden">
      <Choice
        label="Period"
        value={period}
        options={PERIOD_OPTIONS}
        onChoose={(chosen) =>
          onChange(
            chosen === 'dates'
              ? { ...days, period: undefined }
              : { period: chosen, from: undefined, to: undefined },
          )
        }
      />
      {period === 'dates' && (
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          {dayField('from', 'From')}
          {dayField('to', 'To')}
        </div>
      )}
      <Choice
        label="By"
        value={by}
        options={groupings.map(({ key, label }) => [key, label])}
        onChoose={(chosen) => onChange({ by: chosen })}
      />
      {/* Numbers of a moment are compared with those of now, not with another period. */}
      {moment === undefined && (
        <Choice
          label="Compare with"
          value={compareWith}
          options={COMPARE_OPTIONS}
          {...(other && !isWrong && { hint: periodText(other) })}
          onChoose={(chosen) => onChange({ beside: chosen === 'before' ? undefined : chosen })}
        />
      )}
      {children}
      {isWrong && (
        <p id={wrong} role="alert" className="w-full text-sm text-bad">
          {problem}
        </p>
      )}
    </search>
  );
}

/** A select with its label above. */
export function Choice({
  label,
  value,
  options,
  hint,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  /** Ends the label. */
  hint?: string;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="max-sm:min-w-40 max-sm:flex-1">
      <label htmlFor={id} className="block pb-1 text-xs text-stone">
        {label}
        {hint && <span className="tabular-nums"> {hint}</span>}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className={`${controlClass} sm:w-auto! sm:min-w-36`}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
