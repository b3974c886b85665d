import { user } from '../../../../contract/entities/user.ts';
import { acceptedText, fittingText } from '../../../../contract/kinds/fittingText.ts';
import { canonicalText, isStorable } from '../../../../contract/lib/canonicalText.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { type Role, roleIds } from '../../../../contract/schema/access.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';

/** The claims of a person at their provider (OpenID Connect Core 1.0, 5.1). */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly [name: string]: unknown;
}

const nameField = user.fields.nick_name;
const mailField = user.fields.params.fields?.['liaison_mail'] as Field;

/** A claim by its own name, or by a path into nested claims (`realm_access.roles`). */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      claims,
    );
}

/** The values of a claim, one text or a list of texts, in the form in which a map of them is stored. */
const valuesOf = (claims: Claims, path: string): readonly string[] =>
  [claimAt(claims, path)]
    .flat()
    .flatMap((value) => (typeof value === 'string' && isStorable(value) ? [canonicalText(value, 'line')] : []));

/** A text claim; undefined if it is none. */
const textOf = (claims: Claims, name: string): string | undefined => {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/**
 * The mail address that the provider has verified; undefined without one, and for a text that is none. Some providers send
 * the flag as a text.
 */
export function verifiedMail(claims: Claims): string | undefined {
  const { email_verified: verified } = claims;
  const mail = verified === true || verified === 'true' ? textOf(claims, 'email') : undefined;
  return mail && acceptedText(mailField, mail);
}

/** The domain of a mail address, folded; empty without an address. */
export const mailDomain = (address: string | null | undefined): string => foldText(address?.split('@').at(-1) ?? '');

/** True if a folded text can be the domain of a mail address. */
export const isMailDomain = (text: string): boolean => /^[^\s@]+\.[^\s@]+$/.test(text);

/** What a person is called at the provider, as a display name. */
export function nameOf(claims: Claims): string {
  const shown = (name: string): string | undefined => fittingText(nameField, textOf(claims, name) ?? '');
  return shown('name') ?? shown('preferred_username') ?? shown('email') ?? shown('sub') ?? '-';
}

/** What a login name is made of. */
export const loginNameOf = (claims: Claims): string => {
  const given = textOf(claims, 'preferred_username') ?? textOf(claims, 'email') ?? '';
  const plain = (canonicalText(given, 'narrow').split('@')[0] ?? '').normalize('NFKD').replace(/[^A-Za-z0-9._-]/g, '');
  return plain.length >= 3 ? plain.slice(0, 24) : `user.${plain}`;
};

/** How claims become a role. */
export interface RoleMap {
  readonly role_claim: string | null;
  readonly role_map: readonly { readonly value: string; readonly role: Role }[];
}

/**
 * The role by the claims: the least of those that fit.
 * @returns undefined if none fits
 */
export function roleByClaims({ role_claim, role_map }: RoleMap, claims: Claims): Role | undefined {
  const values = role_claim ? valuesOf(claims, role_claim) : [];
  const fitting = role_map.filter(({ value }) => values.includes(canonicalText(value, 'line'))).map(({ role }) => role);
  // The ids ascend from the most powerful role to the least.
  return fitting.sort((one, other) => roleIds[other] - roleIds[one])[0];
}

/** How claims become an enterprise. */
export interface EnterpriseMap {
  readonly enterprise_claim: string | null;
  readonly mail_domains: readonly { readonly domain: string; readonly enterprise_id: number }[];
}

/** The code of the enterprise in the claims; undefined without one. */
export const enterpriseCodeOf = ({ enterprise_claim }: EnterpriseMap, claims: Claims): string | undefined =>
  enterprise_claim ? valuesOf(claims, enterprise_claim)[0] : undefined;

/** The enterprise of a verified mail address; undefined if its domain is not listed. */
export function enterpriseByMail({ mail_domains }: EnterpriseMap, claims: Claims): number | undefined {
  const domain = mailDomain(verifiedMail(claims));
  return mail_domains.find((one) => domain !== '' && foldText(one.domain) === domain)?.enterprise_id;
}
