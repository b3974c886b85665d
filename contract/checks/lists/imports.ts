import { importableFields, importColumns, mayUpdateByImport } from '../../lists/import.ts';
import { hasRight, type Role, roles } from '../../schema/access.ts';
import { mayWrite } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

/** True if the field is required and has no default. */
const isRequiredInFile = (field: Field): boolean => field.required === true && field.default === undefined;

const unknownName = (name: string, columns: readonly (readonly [string, Field])[]): string => {
  const known = columns.map(([one]) => one);
  return `names "${name}", which is no field; ${suggestion(name, known)}`;
};

/** What is wrong with a field that is no column of a file: its parts are, or none. */
function unfitFor(name: string, columns: readonly (readonly [string, Field])[]): string {
  const parts = columns.flatMap(([one]) => (one.startsWith(`${name}.`) ? [`"${one}"`] : []));
  const cure =
    parts.length > 0
      ? `of which each part is a column; write ${parts.join(', ')}`
      : 'which no file can hold; leave it out';
  return `names "${name}", ${cure}`;
}

/**
 * Checks that the declared columns are importable and include every field that a new record requires from its importer.
 */
export const checkImport: Check = ({ entity }) => {
  if (!entity.import) return [];
  const creators = entity.without?.includes('create')
    ? []
    : roles.filter((role) => hasRight(entity.access, 'create', role));
  if (creators.length === 0) return [mistake(entity, 'import', 'is for nobody, since nobody may create; leave it out')];
  const columns = importColumns(entity);
  const wanted = entity.import === true ? undefined : (entity.import.fields ?? undefined);
  const unknown = wanted?.filter((name) => !columns.some(([one]) => one === name)) ?? [];
  const isSet = (path: string): boolean => {
    const field = entity.fields[path.split('.')[0] ?? ''];
    const isWritable = (role: Role) =>
      field !== undefined &&
      (mayWrite(field, role, 'create') || (mayUpdateByImport(entity, role) && mayWrite(field, role, 'edit')));
    return creators.some(isWritable);
  };
  const unset = (wanted ?? []).filter((name) => !unknown.includes(name) && !isSet(name));
  const importable = new Map(creators.map((role) => [role, importableFields(entity, role).map(([name]) => name)]));
  const lacking = columns
    .filter(([name, field]) => isRequiredInFile(field) && !unset.includes(name))
    .flatMap(([name]) => {
      const makers = creators.filter((role) => !importable.get(role)?.includes(name));
      return makers.length > 0 ? [`lacks "${name}", which a new record of ${makers.join(', ')} needs; name it`] : [];
    });
  return [
    ...[...new Set(unset)].map(
      (name) => `names "${name}", which ${creators.join(', ')} may not set; let one of them write it, or leave it out`,
    ),
    ...unknown.map((name) => (entity.fields[name] ? unfitFor(name, columns) : unknownName(name, columns))),
    ...repeated(wanted ?? []).map((name) => `names "${name}" twice; leave one out`),
    ...(wanted?.length === 0 ? ['names no field; write true for all of them'] : []),
    ...lacking,
  ].map((what) => mistake(entity, 'import', what));
};
