import type { Label } from '../../messages/label.ts';
import { type Condition, me } from '../../schema/access.ts';
import { longText, reference, text } from '../../schema/field/field.ts';

/** Fields, and columns of embedded records, that several entities share. */

export const comment = longText({ label: { en: 'Comment', zh: '备注' }, max: 500 });

/**
 * A secret that is entered and never answered. The field beside it, a `storedSecret`, holds it; an empty one changes
 * nothing.
 * @param environment the variable that sets it, if any
 */
export const enteredSecret = (label: Label, environment?: string) =>
  text({
    label,
    hint: { en: 'Stored encrypted, never shown; empty keeps the present one', zh: '加密保存且不再显示；留空则不变' },
    inputOnly: true,
    secret: true,
    max: 500,
    ...(environment !== undefined && { environment }),
  });

/** The encrypted value of an `enteredSecret`, which no answer contains. */
export const storedSecret = (label: Label) => text({ label, readOnly: true, hidden: true, encrypted: true });

/** The columns of an embedded user. */
export const personColumns = ['id', 'name', 'nick_name'] as const;

/** The columns of an embedded salesman, which may be a program. */
export const salesColumns = [...personColumns, 'kind'] as const;

/** Who created the record. */
export const createdBy = reference('user', {
  label: { en: 'Created by', zh: '创建人' },
  as: 'created_by',
  readOnly: true,
  default: me('id'),
  onDelete: 'allow',
});

/** The columns of an embedded product, including the unit of its quantities. */
export const productColumns = ['id', 'name', 'code', 'metering', 'unit', 'deployment', 'category'] as const;

/** Enterprises that have passed their review: orders, projects and subscriptions are for these alone (C2, C11). */
export const approved = { status: 1 } as const satisfies Condition;
