import { textLimits } from '../../../contract/kinds/limits.ts';
import type { TextLimits } from '../../../contract/kinds/textBase.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';

/**
 * What a text is held to stands in the database as the remark on its column: `0 to 200 characters: line`. The rule alone
 * enforces it; by the remark a migration knows that it has become narrower than rows may be (decision 0037).
 */

/** The remark on the column of a field; undefined for what is no text, is encrypted, or is drawn. */
export function remarkOf(field: Field): string | undefined {
  const limits = field.sealed || field.serial !== undefined ? undefined : textLimits(field);
  return limits && `${limits.least} to ${limits.most} characters: ${limits.form}`;
}

/** What a remark says; undefined where there is none. */
export function limitsIn(remark: string | null): TextLimits | undefined {
  const [, least, most, form] = /^(\d+) to (\d+) characters: (\w+)$/.exec(remark ?? '') ?? [];
  return form === undefined ? undefined : { least: Number(least), most: Number(most), form };
}

/** May a text of one form not be of the other? Lines hold every one of a line, and a line all that have a form of their own. */
export const isOtherForm = (was: string, is: string): boolean =>
  was !== is && is !== 'lines' && !(is === 'line' && was !== 'lines');

/** The statement that writes the remark on a column, or takes it away. */
export const remarkSql = (table: string, name: string, remark: string | null): string =>
  `comment on column "${table}"."${name}" is ${remark === null ? 'null' : `'${remark}'`};`;

/** The remarks on the columns of a table that is made anew. */
export const remarksSql = ({ table }: Entity, fields: readonly (readonly [string, Field])[]): string[] =>
  fields.flatMap(([name, field]) => {
    const remark = remarkOf(field);
    return remark === undefined ? [] : [remarkSql(table, name, remark)];
  });
