import { fileItem } from '../kinds/fileField.ts';
import { memoize } from '../lib/memoize.ts';
import { hasRight, type Role, roles } from '../schema/access.ts';
import { type Entity, mayRead, mayWrite } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** A field with files: its name, the field, and the field that declares the limits of each file. */
export type FileField = readonly [name: string, field: Field, item: Field];

const filesIn = memoize((fields: Fields): readonly FileField[] =>
  Object.entries(fields).flatMap(([name, field]): FileField[] => {
    const item = fileItem(field);
    return item ? [[name, field, item]] : [];
  }),
);

/** The fields of an entity that contain files. */
export const fileFields = ({ fields }: Pick<Entity, 'fields'>): readonly FileField[] => filesIn(fields);

/** The field that a list is filtered by. For a file field it is a choice between having a file and having none. */
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

/** The roles that may upload a file for the field: those that may set it in a create or an edit. */
export const uploadRoles = ({ access, without = [] }: Entity, field: Field): Role[] =>
  roles.filter((role) =>
    (['create', 'edit'] as const).some(
      (operation) =>
        hasRight(access, operation, role) && !without.includes(operation) && mayWrite(field, role, operation),
    ),
  );

/** The roles that may download files of the field: those that may get a record and read the field. */
export const downloadRoles = ({ access, without = [] }: Entity, field: Field): Role[] =>
  without.includes('get') ? [] : roles.filter((role) => hasRight(access, 'get', role) && mayRead(field, role));

/** The path that files of the field are uploaded to. */
export const uploadPath = ({ path }: Pick<Entity, 'path'>, name: string): string => `/v1/${path}/upload/${name}`;

/** The path that a file of a record is downloaded from. */
export const downloadPath = ({ path }: Pick<Entity, 'path'>, name: string, id: number | string, file: string): string =>
  `/v1/${path}/${id}/${name}/${file}`;
