import { canonicalTexts } from '../../../contract/kinds/canonicalTexts.ts';
import { ruleOf } from '../../../contract/kinds/fieldRule.ts';
import { validate } from '../../../contract/kinds/validation.ts';
import { canonicalText } from '../../../contract/lib/canonicalText.ts';
import { roleOf } from '../../../contract/schema/access.ts';
import { text } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { DirectoryUser, DirectoryValues } from '../../domain/account/directory/directoryUser.ts';
import type { HttpRequestContext } from '../services.ts';
import { invalidValue } from './scimRefusal.ts';
import {
  attributeNamed,
  coreAttributes,
  enterpriseAttributes,
  enterpriseSchema,
  locationOf,
  type ScimAttribute,
  userSchema,
} from './scimSchemas.ts';

/** A user as SCIM sends them, and what a directory asks for by sending one. */

export type ScimObject = Record<string, unknown>;

export const isScimObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one value of an attribute that has several elsewhere. */
const oneOf = (value: string | null) => (value === null ? undefined : [{ value, type: 'work', primary: true }]);

/** The version of a user in a header and in `meta` (RFC 7644, 3.14). */
export const versionOf = ({ version }: Pick<DirectoryUser, 'version'>): string => `W/"${version}"`;

/** The resource of a user. Attributes without a value are left out. */
export function toScim(c: HttpRequestContext, user: DirectoryUser): ScimObject {
  const { given_name, family_name, organization } = user;
  const hasName = given_name !== null || family_name !== null;
  const resource = {
    schemas: organization === null ? [userSchema] : [userSchema, enterpriseSchema],
    id: String(user.id),
    externalId: user.external_id ?? undefined,
    userName: user.user_name,
    name: hasName ? { givenName: given_name ?? undefined, familyName: family_name ?? undefined } : undefined,
    displayName: user.nick_name ?? undefined,
    active: user.active,
    emails: oneOf(user.mail),
    phoneNumbers: oneOf(user.phone),
    userType: roleOf(user.role_id) ?? undefined,
    [enterpriseSchema]: organization === null ? undefined : { organization },
    meta: {
      resourceType: 'User',
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location: locationOf(c, `/Users/${user.id}`),
      version: versionOf(user),
    },
  };
  return Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== undefined));
}

/** The known attributes of an object, by their names in the standard: a directory may write them in any case. */
function canonicalObject(given: ScimObject, attributes: readonly ScimAttribute[]): ScimObject {
  const known = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const attribute = attributeNamed(attributes, name);
    return attribute ? [[attribute.name, canonicalValue(value, attribute)]] : [];
  });
  return Object.fromEntries(known);
}

/** A value with the names of the standard for its parts. */
export function canonicalValue(value: unknown, { subAttributes, multiValued }: ScimAttribute): unknown {
  if (!subAttributes) return value;
  const one = (item: unknown) => (isScimObject(item) ? canonicalObject(item, subAttributes) : item);
  if (!multiValued) return one(value);
  if (value === null || value === undefined) return value;
  return [value].flat().map(one);
}

/** The attributes of a sent resource that are stored here. */
export function canonicalResource(given: ScimObject): ScimObject {
  const extension = Object.entries(given).find(([name]) => name.toLowerCase() === enterpriseSchema.toLowerCase())?.[1];
  return {
    ...canonicalObject(given, coreAttributes),
    ...(isScimObject(extension) && { [enterpriseSchema]: canonicalObject(extension, enterpriseAttributes) }),
  };
}

/** What a directory asks a user to be. Undefined is not sent, null is sent as empty. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null | undefined;
  readonly givenName: string | null | undefined;
  readonly familyName: string | null | undefined;
  readonly displayName: string | undefined;
  readonly active: boolean | undefined;
  readonly mail: string | null | undefined;
  readonly phone: string | null | undefined;
  readonly role: string | undefined;
  readonly organization: string | undefined;
}

/** Some clients send the value of a single attribute as a list with one value (Entra ID does for `active`). */
export function singleValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  const [first] = value;
  return isScimObject(first) && Object.hasOwn(first, 'value') ? first['value'] : first;
}

/** True for a text of which nothing would be stored: of white space and invisible characters alone. */
const isBlank = (value: string): boolean => canonicalText(value, 'line') === '';

function textAt(resource: ScimObject, name: string, place = name): string | null | undefined {
  const value = singleValue(resource[name]);
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') throw invalidValue('scim_text', { name: place });
  return isBlank(value) ? null : value;
}

/** A boolean, also as the text in which Entra ID sends it. */
function booleanAt(resource: ScimObject, name: string): boolean | undefined {
  const value = singleValue(resource[name]);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const written = typeof value === 'string' ? value.toLowerCase() : '';
  if (written !== 'true' && written !== 'false') throw invalidValue('scim_boolean', { name: name });
  return written === 'true';
}

const isPrimary = ({ primary }: ScimObject): boolean => primary === true || String(primary).toLowerCase() === 'true';
const isWork = ({ type }: ScimObject): boolean => String(type).toLowerCase() === 'work';

/** The value of a list that counts: the primary one, else that of the type work, else the first. */
function mainValue(resource: ScimObject, name: string): string | null | undefined {
  const list = resource[name];
  if (list === undefined || list === null) return list;
  const items = [list].flat().map((item) => (isScimObject(item) ? item : { value: item }));
  const main = items.find(isPrimary) ?? items.find(isWork) ?? items[0];
  return main ? (textAt(main, 'value', `${name}.value`) ?? null) : null;
}

const directoryFields = {
  user_name: text({ label: { en: 'User name', zh: '用户名' }, required: true, max: 256 }),
  external_id: text({ label: { en: 'External id', zh: '外部标识' }, max: 256 }),
  given_name: text({ label: { en: 'Given name', zh: '名' }, max: 100 }),
  family_name: text({ label: { en: 'Family name', zh: '姓' }, max: 100 }),
};
const placeOf = {
  user_name: 'userName',
  external_id: 'externalId',
  given_name: 'name.givenName',
  family_name: 'name.familyName',
} as const;

/**
 * What only the directory knows of a user, as it is stored.
 * @param before what it knew; undefined for a new user
 * @throws 422 at the attribute with what is wrong
 */
export function directoryValues(wanted: WantedUser, before?: DirectoryValues): DirectoryValues {
  const sent: DirectoryValues = {
    user_name: wanted.userName,
    external_id: wanted.externalId === undefined ? (before?.external_id ?? null) : wanted.externalId,
    given_name: wanted.givenName === undefined ? (before?.given_name ?? null) : wanted.givenName,
    family_name: wanted.familyName === undefined ? (before?.family_name ?? null) : wanted.familyName,
  };
  const values = canonicalTexts(sent, directoryFields) as DirectoryValues;
  const names = Object.keys(directoryFields) as (keyof DirectoryValues)[];
  for (const name of names) {
    const wrong = values[name] === null ? undefined : validate(ruleOf(directoryFields[name]), values[name]);
    if (wrong) throw AppError.invalid({ [placeOf[name]]: Object.values(wrong)[0] ?? [] });
  }
  return values;
}

/** The name that other people see: as it is sent, else made of the parts of the name; null where neither is sent. */
function displayNameOf(resource: ScimObject, formatted: string | null): string | null {
  const sent = textAt(resource, 'displayName');
  if (sent) return sent;
  const name = isScimObject(resource['name']) ? resource['name'] : {};
  const parts = [textAt(name, 'givenName'), textAt(name, 'familyName')].filter(Boolean).join(' ');
  if (formatted || parts) return formatted ?? parts;
  return sent === null ? textAt(resource, 'userName') || null : null;
}

/**
 * What a resource asks for.
 * @param resource with the names of the standard (`canonicalResource`)
 * @param formatted `name.formatted`, which is not stored
 * @throws 400 `invalidValue` for an attribute of the wrong type, or without a userName
 */
export function wantedUser(resource: ScimObject, formatted: string | null = null): WantedUser {
  const userName = textAt(resource, 'userName')?.trim();
  if (!userName) throw invalidValue('scim_user_name');
  const { name } = resource;
  if (name !== undefined && name !== null && !isScimObject(name)) throw invalidValue('scim_object', { name: 'name' });
  const parts = (name ?? (name === null ? { givenName: null, familyName: null } : {})) as ScimObject;
  const extension = resource[enterpriseSchema];
  return {
    userName,
    externalId: textAt(resource, 'externalId'),
    givenName: textAt(parts, 'givenName', 'name.givenName'),
    familyName: textAt(parts, 'familyName', 'name.familyName'),
    displayName: displayNameOf(resource, formatted) ?? undefined,
    active: booleanAt(resource, 'active'),
    mail: mainValue(resource, 'emails'),
    phone: mainValue(resource, 'phoneNumbers'),
    role: textAt(resource, 'userType') ?? undefined,
    organization: (isScimObject(extension) ? textAt(extension, 'organization') : undefined) ?? undefined,
  };
}

/** `name.formatted` of a sent resource. */
export function formattedName(given: ScimObject): string | null {
  const name = Object.entries(given).find(([key]) => key.toLowerCase() === 'name')?.[1];
  const formatted = isScimObject(name)
    ? Object.entries(name).find(([key]) => key.toLowerCase() === 'formatted')?.[1]
    : null;
  return typeof formatted === 'string' && !isBlank(formatted) ? formatted : null;
}
