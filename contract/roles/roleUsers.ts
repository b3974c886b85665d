import type { DeclaredEntity } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { reference } from '../schema/field/field.ts';
import type { EmbeddedListDeclaration, ScreenDeclaration } from '../schema/screen.ts';
import { type Role, roleDeclarations } from './index.ts';
import type { RoleDeclaration } from './role.ts';

/** What the roles add to the declaration of the user: their own properties, and a screen for their users. */

type Declared = RoleDeclaration & { readonly name: Role };

/** The field of a property: users of the role need it, others do not have it. */
const propertyField = ({ id, createdBy }: Declared, { to, label }: NonNullable<Declared['own']>[string]): Field =>
  reference(to, {
    label,
    createOnly: true,
    onDelete: 'restrict',
    write: createdBy as readonly Role[],
    shownWhen: { role_id: id },
  });

/** The screen of the users of a role that is named in the plural. */
const screenOf = ({ id, name, label, labels, createdBy, own = {} }: Declared): ScreenDeclaration[] =>
  labels
    ? [
        {
          path: `/user/${name.toLowerCase()}`,
          roles: createdBy as readonly Role[],
          label: labels,
          noun: label,
          menu: { group: 'user', order: 14 + id },
          only: { role_id: id, kind: 'person' },
          preset: { role_id: id },
          required: Object.keys(own),
          columns: ['name', 'nick_name', ...Object.keys(own), 'phone', 'created_at'],
          filters: Object.keys(own),
          form: ['name', 'password', 'invite', ['nick_name', 'phone'], ...Object.keys(own), 'params.liaison_mail'],
        },
      ]
    : [];

/** The users of the role as a list within the record that they belong to. */
const listsOf = ({ labels, createdBy, own = {} }: Declared): EmbeddedListDeclaration[] =>
  Object.entries(own).map(([by, { to }]) => ({
    entity: to,
    by,
    roles: createdBy as readonly Role[],
    ...(labels && { label: labels }),
  }));

/** @returns The declaration of the user with the properties and screens of all roles. */
export function withOwnProperties(user: DeclaredEntity): DeclaredEntity {
  const added = roleDeclarations.filter(({ own, labels }) => own || labels);
  if (added.length === 0) return user;
  const fields = added.flatMap((role) =>
    Object.entries(role.own ?? {}).map(([name, property]): [string, Field] => [name, propertyField(role, property)]),
  );
  return {
    ...user,
    fields: { ...user.fields, ...Object.fromEntries(fields) },
    rules: [...(user.rules ?? []), ...fields.map(([field]) => ({ field, unlessShown: 'dropped' }) as const)],
    ...(user.list && {
      list: { ...user.list, filters: [...(user.list.filters ?? []), ...fields.map(([name]) => name)] },
    }),
    embeddedIn: [...(user.embeddedIn ?? []), ...added.flatMap(listsOf)],
    screens: [...(user.screens ?? []), ...added.flatMap(screenOf)],
  };
}
