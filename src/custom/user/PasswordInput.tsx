import { passwordRuleHint } from '../../i18n/page/passwordRule.ts';
import { text } from '../../i18n/text.ts';
import { TextInput } from '../../resources/input/scalars/TextInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

/** A password for a user: the rule of the settings is below it, and for a present user that it may stay empty. */
export default function PasswordInput(props: FieldInputProps) {
  const rule = passwordRuleHint();
  return <TextInput {...props} hint={props.field?.required ? rule : text().form.changePassword(rule)} />;
}
