import { fileItem } from '../kinds/fileField.ts';
import { memoize } from '../lib/memoize.ts';
import { hasRight, type Role, roles } from '../schema/access.ts';
import { type Entity, mayRead, mayWrite } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** A field that holds files: its name, itself, and what each of its files may be. */
export type FileField = readonly [name: string, field: Field, item: Field];

const filesIn = memoize((fields: Fields): readonly FileField[] =>
  Object.entries(fields).flatMap(([name, field]): FileField[] => {
    const item = fileItem(field);
    return item ? [[name, field, item]] : [];
  }),
);

/** The fields of an entity that hold files. */
export const fileFields = ({ fields }: Pick<Entity, 'fields'>): readonly FileField[] => filesIn(fields);

/** What a list is narrowed by where a field holds files: whether there is one. Of any other field the field itself. */
export const filterFieldOf = <F extends Field | undefined>(field: F): F | Field =>
  field && fileItem(field)
    ? {
        kind: 'choice',
        label: field.label,
        ...(field.read && { read: field.read }),
        choices: [
          { id: 'true', label: { en: 'Has a file', zh: '有文件' } },
          { id: 'false', label: { en: 'Has none', zh: '无文件' } },
        ],
      }
    : field;

/** Who may upload a file for the field: whoever may set it, in a new record or in one that is there. */
export const uploadRoles = ({ access, without = [] }: Entity, field: Field): Role[] =>
  roles.filter((role) =>
    (['create', 'edit'] as const).some(
      (operation) =>
        hasRight(access, operation, role) && !without.includes(operation) && mayWrite(field, role, operation),
    ),
  );

/** Who may ask for a file of the field, of the records that are theirs: whoever may look at one and read the field. */
export const downloadRoles = ({ access, without = [] }: Entity, field: Field): Role[] =>
  without.includes('get') ? [] : roles.filter((role) => hasRight(access, 'get', role) && mayRead(field, role));

/** Where a file of the field is uploaded to. */
export const uploadPath = ({ path }: Pick<Entity, 'path'>, name: string): string => `/v1/${path}/upload/${name}`;

/** Where a file of a record is fetched from. */
export const downloadPath = ({ path }: Pick<Entity, 'path'>, name: string, id: number | string, file: string): string =>
  `/v1/${path}/${id}/${name}/${file}`;
