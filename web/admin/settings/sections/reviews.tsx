import { AdminButton } from '../../ui/button.tsx';
import { ChoiceField, NumberField, YesField } from '../form/fields.tsx';
import { useField } from '../form/form-context.ts';
import { Group } from '../form/group.tsx';
import { Texts } from '../form/texts.tsx';

const FILE_REVIEWS = [
  ['samples', 'Samples: never shown to the public'],
  ['confirmed', 'They are real: shown to everybody'],
  ['removed', 'Not shown'],
] as const;

export function ReviewsSection() {
  const { value: ratings, change } = useField<object | null>(['ratings']);
  return (
    <>
      <Group title="Above the reviews">
        <Texts path={[]} />
      </Group>
      <Group
        title="Ratings"
        about="From sites where people rate you. The front page and search engines show them."
      >
        {ratings ? (
          <>
            <NumberField
              path={['ratings', 'average']}
              label="Average, from 1 to 5"
              step="any"
              className="half"
            />
            <NumberField path={['ratings', 'reviews']} label="Number of reviews" className="half" />
            <NumberField path={['ratings', 'clients']} label="Clients so far" className="half" />
            <YesField path={['ratings_confirmed']}>These are the salon’s own numbers</YesField>
            <div>
              <AdminButton onClick={() => change(null)}>Show no ratings</AdminButton>
            </div>
          </>
        ) : (
          <div>
            <AdminButton onClick={() => change({ average: '', reviews: '', clients: '' } as object)}>
              Enter ratings
            </AdminButton>
          </div>
        )}
      </Group>
      <Group title="Reviews that came with the program">
        <ChoiceField path={['file_reviews']} label="What becomes of them" options={FILE_REVIEWS} />
      </Group>
    </>
  );
}
