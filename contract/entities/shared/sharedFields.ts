import { longText } from '../../schema/field/field.ts';

/** Fields, and columns of other records, that several entities have alike. */

export const comment = longText({ label: { en: 'Comment', zh: '备注' }, max: 500 });

/** What is told of a person that a record names. */
export const personColumns = ['id', 'name', 'nick_name'] as const;

/** What is told of a product, with what its quantities are counted in. */
export const productColumns = ['id', 'name', 'code', 'metering', 'unit', 'deployment', 'category'] as const;
