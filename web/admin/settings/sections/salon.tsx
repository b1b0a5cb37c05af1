import { COUNTRIES } from '../../../../src/contracts/settings/countries.ts';
import { AdminField } from '../../ui/form/field.tsx';
import { ChoiceField, LineField } from '../form/fields.tsx';
import { useField } from '../form/form-context.ts';
import { Group } from '../form/group.tsx';
import { useTyped } from '../form/use-typed.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRY_CHOICES = COUNTRIES.map((code) => [code, countryNames.of(code) ?? code] as const).toSorted(
  ([, one], [, other]) => one.localeCompare(other),
);
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const);

export function SalonSection() {
  return (
    <>
      <Group title="What it is called" about="In the header, on the front page and in every message.">
        <LineField path={['name']} label="Name" />
        <LineField path={['tagline']} label="Tagline" hint="A few words below the name." />
      </Group>
      <Group title="How to reach it" about="Where customers find and call the salon.">
        <LineField
          path={['phone']}
          label="Phone"
          type="tel"
          hint="As people read it. Messages and the website use it to call."
        />
        <LineField path={['address', 'street']} label="Street" />
        <LineField path={['address', 'city']} label="City" className="half" />
        <LineField path={['address', 'region']} label="State or region" className="half" />
        <LineField path={['address', 'postal_code']} label="Postal code" className="half" />
        <ChoiceField
          path={['address', 'country']}
          label="Country"
          className="half"
          options={COUNTRY_CHOICES}
        />
        <MapPointField />
      </Group>
      <Group
        title="Clock"
        about="All dates and times are of this zone. It stays once there is an appointment."
      >
        <ChoiceField path={['time_zone']} label="Time zone" options={ZONES} />
      </Group>
      <Group title="Links" about="In the footer. Empty links aren’t shown.">
        <LineField path={['links', 'facebook']} label="Facebook" type="url" isOptional />
        <LineField path={['links', 'instagram']} label="Instagram" type="url" isOptional />
        <LineField
          path={['links', 'contact']}
          label="Contact Us Here"
          hint="A web address, or mailto: and your mail address. # leads nowhere."
        />
      </Group>
    </>
  );
}

interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** A typed point on the map; a text if it isn't one. */
type TypedPoint = MapPoint | string | null;

const POINT = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/;

function pointOf(text: string): TypedPoint {
  if (text.trim() === '') return null;
  const [, latitude, longitude] = POINT.exec(text) ?? [];
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : text;
}

const pointText = (point: TypedPoint): string =>
  point && typeof point === 'object' ? `${point.latitude}, ${point.longitude}` : (point ?? '');

/** Coordinates as maps show them: `40.7128, -74.0060`. */
function MapPointField() {
  const { value, change, errorWithin } = useField<TypedPoint>(['geo']);
  const [typed, setTyped] = useTyped(value, pointOf, pointText);
  return (
    <AdminField
      label="Place on the map"
      hint="For search engines: latitude and longitude, such as 40.7128, -74.0060. In an online map, press long on the salon to see them; or leave it empty."
      error={errorWithin}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        change(pointOf(target.value));
      }}
    />
  );
}
