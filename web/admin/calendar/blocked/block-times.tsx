import { ALL_DAY } from '../../../../src/salon/time-text.ts';
import { TimesFields, type TypedTimes, typedTimes } from '../../hours/times-fields.tsx';
import { Choice } from '../../ui/form/choice.tsx';

const TYPED_ALL_DAY = typedTimes(ALL_DAY);

/** The times of a block. That of one stylist may be the whole day: a day off. */
export function BlockTimes({
  times,
  usual,
  isOfOne,
  isWrong,
  onChange,
}: {
  times: TypedTimes;
  /** The times that come back when it isn't the whole day any more. */
  usual: TypedTimes;
  /** Whether it is of one stylist. */
  isOfOne: boolean;
  isWrong: boolean;
  onChange: (times: TypedTimes) => void;
}) {
  const isAllDay = isOfOne && times.start === TYPED_ALL_DAY.start && times.end === TYPED_ALL_DAY.end;
  return (
    <>
      {isOfOne && (
        <Choice
          type="checkbox"
          checked={isAllDay}
          className="text-sm"
          onChange={({ target }) => onChange(target.checked ? TYPED_ALL_DAY : usual)}
        >
          All day
        </Choice>
      )}
      {!isAllDay && <TimesFields times={times} isWrong={isWrong} onChange={onChange} />}
    </>
  );
}
