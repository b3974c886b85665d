import { memoize } from '../lib/memoize.ts';
import { message } from '../messages/message.ts';
import type { Condition } from '../schema/access.ts';
import type { Entity } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

type ConditionallyReadOnly = readonly [name: string, field: Field & { readonly readOnlyWhen: Condition }];

/** The fields that an edit may not change while the record meets a condition (issue 37, section 6). */
export const fieldsReadOnlyWhen = memoize(({ fields }: Pick<Entity, 'fields'>): readonly ConditionallyReadOnly[] =>
  Object.entries(fields).flatMap(([name, field]): ConditionallyReadOnly[] => {
    const { readOnlyWhen } = field;
    return readOnlyWhen ? [[name, { ...field, readOnlyWhen }]] : [];
  }),
);

/** The message at a field that may not be changed now: the sentence of its declaration, or a general one. */
export const readOnlyMessage = ({ readOnlyBecause }: Field): string =>
  readOnlyBecause
    ? message('sentence', { text_en: readOnlyBecause.en, text_zh: readOnlyBecause.zh })
    : message('read_only_now');
