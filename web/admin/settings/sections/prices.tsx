import { Link } from 'react-router-dom';
import type { Sections } from '../../../../src/contracts/settings/sections.ts';
import { offeredAs } from '../../../../src/salon/menu.ts';
import { menuDollars } from '../../../../src/salon/money.ts';
import { SERVICES } from '../../data/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { AdminSelect } from '../../ui/form/field.tsx';
import { ChoiceField, LineField, ParagraphField, PriceField } from '../form/fields.tsx';
import { useField } from '../form/form-context.ts';
import { Group } from '../form/group.tsx';
import { ListField } from '../form/list-field.tsx';
import type { Path } from '../form/paths.ts';
import { Texts } from '../form/texts.tsx';

type Prices = Sections['prices'];
type PriceGroup = Prices['prices']['groups'][number];
type PriceLine = PriceGroup['lines'][number];

const RANGES = [
  ['$', '$ · inexpensive'],
  ['$$', '$$ · moderate'],
  ['$$$', '$$$ · expensive'],
  ['$$$$', '$$$$ · very expensive'],
] as const;

const newLine = (): PriceLine => ({ name: '', starts_at_cents: 0 });

export function PricesSection() {
  return (
    <>
      <Group
        title="Price menu"
        about="Every price is where a service starts. Services that can be booked are under Services."
      >
        <Texts path={['prices']} />
        <LineField path={['prices', 'starts_at']} label="Words before a price" className="half" />
        <ChoiceField path={['price_range']} label="How expensive" className="half" options={RANGES} />
        <ListField<PriceGroup>
          path={['prices', 'groups']}
          one="group"
          most={20}
          blank={() => ({ heading: '', lines: [newLine()] })}
          nameOf={({ heading }) => heading}
        >
          {(group) => (
            <>
              <LineField path={[...group, 'heading']} label="Group" />
              <ListField<PriceLine>
                path={[...group, 'lines']}
                one="price"
                most={40}
                isRow
                blank={newLine}
                nameOf={({ name }) => name}
              >
                {(line) => <PriceLineFields path={line} />}
              </ListField>
            </>
          )}
        </ListField>
      </Group>
      <Group title="Specialties" about="Four cards, on the services page and the front page.">
        <Texts path={['specialties']} />
        {[0, 1, 2, 3].map((index) => (
          <fieldset
            key={index}
            className="grid gap-3 rounded-md border border-line bg-panel p-3 sm:grid-cols-2"
          >
            <legend className="px-1 text-sm text-stone">Card {index + 1}</legend>
            <LineField path={['specialties', 'items', index, 'title']} label="Title" />
            <PriceField
              path={['specialties', 'items', index, 'starts_at_cents']}
              label="Starts at ($)"
              isOptional
            />
            <ParagraphField
              path={['specialties', 'items', index, 'text']}
              label="Text"
              className="sm:col-span-2"
            />
            <BookedBy path={['specialties', 'items', index]} className="sm:col-span-2" />
          </fieldset>
        ))}
      </Group>
      <Group title="Everything we do">
        <Texts path={['offered']} />
        <ListField<Prices['offered']['items'][number]>
          path={['offered', 'items']}
          one="entry"
          most={30}
          blank={() => ({ name: '', text: '' })}
          nameOf={({ name }) => name}
        >
          {(item) => (
            <>
              <LineField path={[...item, 'name']} label="Name" />
              <ParagraphField path={[...item, 'text']} label="Text" rows={2} />
            </>
          )}
        </ListField>
      </Group>
      <Group title="Beginning of the page">
        <Texts path={['hero']} />
      </Group>
      <Group title="Clients" about="Shown where a number of clients is known, under Reviews.">
        <Texts path={['clients']} />
      </Group>
      <Group title="End of the page">
        <Texts path={['closing']} />
      </Group>
      <Group title="Search engines" about="Search engines show this of the services page.">
        <LineField path={['title']} label="Title" />
        <ParagraphField path={['description']} label="Description" />
      </Group>
    </>
  );
}

function PriceLineFields({ path }: { path: Path }) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_minmax(0,1fr)]">
      <LineField path={[...path, 'name']} label="Name" />
      <PriceField path={[...path, 'starts_at_cents']} label="Starts at ($)" />
      <BookedBy path={path} />
      <Addition path={[...path, 'addition']} />
      <CataloguePrice path={path} />
    </div>
  );
}

/** An addition to a line, such as "with hair style", and the price with it. */
function Addition({ path }: { path: Path }) {
  const { value, change } = useField<PriceLine['addition']>(path);
  if (!value) return null;
  return (
    <>
      <LineField path={[...path, 'text']} label="Addition" />
      <PriceField path={[...path, 'starts_at_cents']} label="With it ($)" />
      <AdminButton
        look="quiet"
        aria-label={`Remove the addition “${value.text}”`}
        className="justify-self-start self-end max-sm:-ml-3"
        onClick={() => change(undefined)}
      >
        Remove the addition
      </AdminButton>
    </>
  );
}

/** Says that the price on the menu isn't shown, where the catalogue has one of the same service. */
function CataloguePrice({ path }: { path: Path }) {
  const { data: services = [] } = useAdminQuery(SERVICES, 'all');
  const { value: line } = useField<PriceLine>(path);
  const service = offeredAs(
    services.filter(({ active }) => active),
    line,
  );
  if (!service?.price_cents) return null;
  return (
    <p className="text-sm text-stone sm:col-span-full">
      Visitors read {menuDollars(service.price_cents)}, the price of{' '}
      <Link
        to={`/admin/services?service=${service.id}`}
        className="text-ink underline decoration-brass underline-offset-4"
      >
        {service.name}
      </Link>{' '}
      under Services.
    </p>
  );
}

/** The service that "Book" chooses; by itself, the one of the same name. */
function BookedBy({ path, className }: { path: Path; className?: string }) {
  const { data: services = [] } = useAdminQuery(SERVICES, 'all');
  const { value, change } = useField<{ readonly service?: string; readonly booked_as?: string }>(path);
  const { service, booked_as, ...others } = value;
  const chosen = service ? `service ${service}` : booked_as ? `booked_as ${booked_as}` : '';
  const options = (kind: 'service' | 'booked_as') =>
    services.map(({ id, name }) => (
      <option key={id} value={`${kind} ${id}`}>
        {name}
      </option>
    ));
  return (
    <AdminSelect
      label="Booked as"
      className={className}
      required
      value={chosen}
      onChange={({ target }) => {
        const [kind, id] = target.value.split(' ');
        change(kind && id ? { ...others, [kind]: id } : others);
      }}
    >
      <option value="">That of the same name</option>
      <optgroup label="This very service">{options('service')}</optgroup>
      <optgroup label="With the time of">{options('booked_as')}</optgroup>
    </AdminSelect>
  );
}
