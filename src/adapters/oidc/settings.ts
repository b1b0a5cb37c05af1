import { StartupError } from '../startup-error.ts';

/** A sign-in service run by somebody else, as the settings name it. */
export interface OidcSettings {
  /** The name in addresses and in the auth client's requests: `google`. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
}

const SETTING = /^OIDC_([A-Z][A-Z0-9]*)_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL)$/;
const NEEDED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];
/** Names that the auth client uses for ways to sign in without another service. */
const TAKEN = ['email', 'phone', 'sms'];

const isOnThisMachine = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url));
}

/** Reads `OIDC_<NAME>_ISSUER` and its like, for any number of names. @throws StartupError, without the wrong value */
export function readOidcSettings(env: Readonly<Record<string, string>>): readonly OidcSettings[] {
  const refuse = (fault: string) => {
    throw new StartupError(`${fault}.`);
  };
  const given = Object.entries(env).flatMap(([setting, value]) => {
    const [, name, part] = SETTING.exec(setting) ?? [];
    return name && part ? [{ name, part, value }] : [];
  });
  return [...Map.groupBy(given, ({ name }) => name)].map(([upper, parts]) => {
    const values = new Map(parts.map(({ part, value }) => [part, value]));
    const missing = NEEDED.find((part) => !values.has(part));
    if (missing) refuse(`OIDC_${upper}_${missing} must be set with OIDC_${upper}_${parts[0]?.part}`);
    const name = upper.toLowerCase();
    if (TAKEN.includes(name)) refuse(`OIDC_${upper}_ISSUER must have another name than ${name}`);
    const issuer = values.get('ISSUER') ?? '';
    if (!isIssuer(issuer)) refuse(`OIDC_${upper}_ISSUER must be an address such as https://…`);
    return {
      name,
      issuer,
      clientId: values.get('CLIENT_ID') ?? '',
      clientSecret: values.get('CLIENT_SECRET') ?? '',
      label: values.get('LABEL') ?? upper.charAt(0) + name.slice(1),
    };
  });
}
