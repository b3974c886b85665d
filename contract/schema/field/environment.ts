import { message } from '../../messages/message.ts';
import type { Field, Fields } from './field.ts';

/** The computed field of a record with the names of its fields that the environment sets. */
export const lockedFieldsName = 'locked_fields';

/** The names of the fields that an environment variable can set. */
export const environmentFields = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.environment !== undefined);

const lockedFields: Field = {
  kind: 'list',
  label: { en: 'Set by the environment', zh: '由环境变量设定的项' },
  items: { kind: 'text', label: { en: 'Field', zh: '字段' }, required: true },
  computed: true,
  readOnly: true,
};

/** The fields of an entity, with the names of those that the environment sets, if a variable can set any. */
export const withLockedFields = (fields: Fields): Fields =>
  environmentFields(fields).length > 0 ? { ...fields, [lockedFieldsName]: lockedFields } : fields;

/** True for the field that names the fields which the environment sets. */
export const isLockedFields = (name: string, field: Field): boolean =>
  name === lockedFieldsName && field.computed === true;

/** The message at a field that the environment sets: in its form, and where a body would change it. */
export const lockedMessage = ({ environment = '' }: Pick<Field, 'environment'>): string =>
  message('set_by_environment', { variable: environment });

/** The names of the locked fields in an answer. */
export function lockedFieldsIn(record: Readonly<Record<string, unknown>>): readonly string[] {
  const names = record[lockedFieldsName];
  return Array.isArray(names) ? names.map(String) : [];
}
