import { text } from '../../i18n/text.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import type { FieldInputProps } from '../../resources/input/useFieldInput.tsx';

/** The reply to an application, which is stored as the comment of the decision. */
export const ReplyInput = (props: FieldInputProps) => (
  <FieldInput {...props} name="reply" label={text().licence.reply} />
);
