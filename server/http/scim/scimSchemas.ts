import type { HttpRequestContext } from '../services.ts';

/** The schemas of users (RFC 7643, 4.1 and 4.3), with the attributes that this product stores. */

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** An attribute as `/Schemas` describes it (RFC 7643, 7). */
export interface ScimAttribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'immutable';
  readonly returned: 'default';
  readonly uniqueness: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly ScimAttribute[];
}

const attribute = (name: string, description: string, others: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...others,
});

/** The parts of a value of which a user can have several elsewhere; here they have one. */
const oneValue = (what: string): readonly ScimAttribute[] => [
  attribute('value', what),
  attribute('type', 'Always work', { canonicalValues: ['work'] }),
  attribute('primary', 'Always true', { type: 'boolean' }),
];

/** The roles that a directory gives. */
export const givenRoles = ['GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'] as const;

export const coreAttributes: readonly ScimAttribute[] = [
  attribute('userName', 'The name of the user in the directory, 1 to 256 characters', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('externalId', 'The identifier of the user in the directory', { caseExact: true }),
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [attribute('givenName', 'The given name'), attribute('familyName', 'The family name')],
  }),
  attribute('displayName', 'The name that other people see, at most 50 characters'),
  attribute('active', 'False for a user who may not sign in', { type: 'boolean' }),
  attribute('emails', 'The mail address; one is stored, the primary one before others', {
    type: 'complex',
    multiValued: true,
    subAttributes: oneValue('The address'),
  }),
  attribute('phoneNumbers', 'The phone number; one is stored, the primary one before others', {
    type: 'complex',
    multiValued: true,
    subAttributes: oneValue('The number'),
  }),
  attribute('userType', 'The role of the user, Subordinate by default', {
    mutability: 'immutable',
    canonicalValues: givenRoles,
  }),
];

export const enterpriseAttributes: readonly ScimAttribute[] = [
  attribute('organization', 'The code of the enterprise, for the roles Enterprise and Subordinate', {
    mutability: 'immutable',
  }),
];

/**
 * Attributes of the standard that are not stored. A directory may send them; anything else that is not above is a
 * mistake.
 */
const ignored = new Set(
  `name.formatted name.middleName name.honorificPrefix name.honorificSuffix nickName profileUrl title preferredLanguage
  locale timezone password ims photos addresses entitlements roles x509Certificates employeeNumber costCenter division
  department manager`
    .toLowerCase()
    .split(/\s+/),
);

/** True for an attribute of the standard that is not stored, by its path without a filter. */
export const isIgnoredAttribute = (path: string): boolean => {
  const text = path.toLowerCase();
  return ignored.has(text) || ignored.has(text.split('.')[0] ?? '');
};

/** The attribute of a name, in any case (RFC 7643, 2.1). */
export const attributeNamed = (attributes: readonly ScimAttribute[], name: string): ScimAttribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** The address of a resource below `/scim/v2`. */
export const locationOf = (c: HttpRequestContext, path: string): string =>
  `${c.get('services').settings.publicUrl.replace(/\/$/, '')}/scim/v2${path}`;

/** The most users of one page. */
export const maxPage = 200;

export const providerConfig = (c: HttpRequestContext) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPage },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of a service account with the scope scim',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: locationOf(c, '/ServiceProviderConfig') },
});

export const resourceTypes = (c: HttpRequestContext) => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'Users of the console',
    schema: userSchema,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    meta: { resourceType: 'ResourceType', location: locationOf(c, '/ResourceTypes/User') },
  },
];

export const schemas = (c: HttpRequestContext) =>
  [
    { id: userSchema, name: 'User', description: 'User account', attributes: coreAttributes },
    { id: enterpriseSchema, name: 'EnterpriseUser', description: 'Enterprise user', attributes: enterpriseAttributes },
  ].map((one) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...one,
    meta: { resourceType: 'Schema', location: locationOf(c, `/Schemas/${one.id}`) },
  }));
