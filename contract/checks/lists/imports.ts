import { importableFields, importColumns } from '../../lists/import.ts';
import { hasRight, roles } from '../../schema/access.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';

/** Does a new record need a value here that nothing else gives? */
const isRequiredInFile = (field: Field): boolean => field.required === true && field.default === undefined;

/** What a file is made into: fields that it can hold, and all that a new record needs of those who may make one. */
export const checkImport: Check = ({ entity }) => {
  if (!entity.import) return [];
  const makers = entity.without?.includes('create')
    ? []
    : roles.filter((role) => hasRight(entity.access, 'create', role));
  if (makers.length === 0) return [mistake(entity, 'import', 'is for nobody, since nobody may create; leave it out')];
  const columns = importColumns(entity);
  const wanted = entity.import === true ? undefined : (entity.import.fields ?? undefined);
  const unknown = wanted?.filter((name) => !columns.some(([one]) => one === name)) ?? [];
  const lacking = makers.flatMap((role) => {
    const held = importableFields(entity, role).map(([name]) => name);
    return columns
      .filter(([name, field]) => isRequiredInFile(field) && !held.includes(name))
      .map(([name]) => `lacks "${name}", which a new record of ${role} needs; name it`);
  });
  return [
    ...unknown.map((name) => `names "${name}", which no file can hold; leave it out`),
    ...repeated(wanted ?? []).map((name) => `names "${name}" twice; leave one out`),
    ...(wanted?.length === 0 ? ['names no field; write true for all of them'] : []),
    ...new Set(lacking),
  ].map((what) => mistake(entity, 'import', what));
};
