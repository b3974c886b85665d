import { type Condition, me } from '../../schema/access.ts';
import { longText, reference } from '../../schema/field/field.ts';

/** Fields, and columns of embedded records, that several entities share. */

export const comment = longText({ label: { en: 'Comment', zh: '备注' }, max: 500 });

/** The columns of an embedded user. */
export const personColumns = ['id', 'name', 'nick_name'] as const;

/** The columns of an embedded salesman, which may be a program. */
export const salesColumns = [...personColumns, 'kind'] as const;

/** Who created the record. */
export const createdBy = reference('user', {
  label: { en: 'Created by', zh: '创建人' },
  embed: personColumns,
  as: 'created_by',
  readOnly: true,
  default: me('id'),
  onDelete: 'allow',
});

/** The columns of an embedded product, including the unit of its quantities. */
export const productColumns = ['id', 'name', 'code', 'metering', 'unit', 'deployment', 'category'] as const;

/** Enterprises that have passed their review: orders, projects and subscriptions are for these alone (C2, C11). */
export const approved = { status: 1 } as const satisfies Condition;
