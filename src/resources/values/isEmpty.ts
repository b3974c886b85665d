import { kinds } from '../../../contract/kinds/index.ts';
import { textIn } from '../../../contract/messages/localizedText.ts';
import type { Field } from '../../../contract/schema/field/field.ts';

/** True if the value is empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** True if the value of a field is empty: of a localized field if no language has a text. */
export const isFieldEmpty = ({ kind }: Field, value: unknown): boolean =>
  kinds[kind].localized ? textIn(value, 'en') === '' : isEmpty(value);
