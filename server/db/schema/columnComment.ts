import { textLimits } from '../../../contract/kinds/limits.ts';
import type { TextLimits } from '../../../contract/kinds/textBase.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';

/**
 * The limits of a text are saved as the comment on its column: `0 to 200 characters: line`. Only the field rule
 * enforces them; a migration reads the comment to know that the limits have become narrower than rows may be (decision
 * 0037).
 */

/** The comment on the column of a field; undefined if it is no text, is encrypted, or is a serial number. */
export function columnComment(field: Field): string | undefined {
  const limits = field.encrypted || field.serial !== undefined ? undefined : textLimits(field);
  return limits && `${limits.least} to ${limits.most} characters: ${limits.form}`;
}

/** The limits that a comment states; undefined if it states none. */
export function parseLimits(remark: string | null): TextLimits | undefined {
  const [, least, most, form] = /^(\d+) to (\d+) characters: (\w+)$/.exec(remark ?? '') ?? [];
  return form === undefined ? undefined : { least: Number(least), most: Number(most), form };
}

/**
 * True if a text of the old form may not be of the new one. `lines` accepts any text; `line` accepts all forms but
 * `lines`.
 */
export const mayBreakForm = (was: string, is: string): boolean =>
  was !== is && is !== 'lines' && !(is === 'line' && was !== 'lines');

/** The statement that writes or removes the comment on a column. */
export const columnCommentSql = (table: string, name: string, remark: string | null): string =>
  `comment on column "${table}"."${name}" is ${remark === null ? 'null' : `'${remark}'`};`;

/** The comments on the columns of a new table. */
export const columnCommentsSql = ({ table }: Entity, fields: readonly (readonly [string, Field])[]): string[] =>
  fields.flatMap(([name, field]) => {
    const remark = columnComment(field);
    return remark === undefined ? [] : [columnCommentSql(table, name, remark)];
  });
