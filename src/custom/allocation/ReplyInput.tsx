import { text } from '../../i18n/text.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

/** The reply to an application, which is stored as the comment of the decision. */
export default function ReplyInput(props: FieldInputProps) {
  return <FieldInput {...props} name="reply" label={text().licence.reply} />;
}
