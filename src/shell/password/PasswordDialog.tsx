import { authEndpoints } from '../../../contract/endpoints/auth.ts';
import { message } from '../../../contract/messages/message.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { passwordRuleHint } from '../../i18n/page/passwordRule.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import type { FormValues, InputMessages } from '../../resources/formState/contractResolver.ts';
import { TextInput } from '../../resources/input/scalars/TextInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

const fields = authEndpoints.password.body;

/** The form itself compares the repeated password (R-VALID-15); the server validates the rest. */
function repeatMessages({ password1, password2 }: FormValues): InputMessages {
  if (!password2) return { password2: message('password_repeat_empty') };
  return password1 === password2 ? {} : { password2: message('password_repeat') };
}

const PresentPassword = (props: FieldInputProps) => <TextInput {...props} autoComplete="current-password" autoFocus />;
const RepeatedPassword = ({ field, ...props }: FieldInputProps) => (
  <TextInput {...props} {...(field && { field: { ...field, required: true } })} label={text().form.repeat} />
);
const NewPassword = (props: FieldInputProps) => <TextInput {...props} hint={passwordRuleHint()} />;
const inputs = { password: PresentPassword, password1: NewPassword, password2: RepeatedPassword };

interface Props {
  /** True if somebody else set the current password: the user must change it before anything else (D7). */
  due?: boolean;
  /** Called after the change. */
  onChanged?: () => void;
  /** Called when the dialog is closed, whether or not the password was changed. */
  onClose: () => void;
}

/** Asks for the old password, the new one, and the new one again (R-PWD-01). */
export function PasswordDialog({ due = false, onChanged, onClose }: Props) {
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('password');
  const send = async (body: Record<string, unknown>) => {
    await mutateAsync({ body: body as { password: string; password1: string; password2: string } });
    notice.success(text().done.password);
    (onChanged ?? onClose)();
  };
  return (
    <InputDialog
      title={due ? text().header.ownPassword : text().header.password}
      {...(due && { stays: true, leave: text().header.logout, question: text().header.ownPasswordWhy })}
      action={text().actions.save}
      fields={fields}
      inputs={inputs}
      more={repeatMessages}
      send={send}
      onClose={onClose}
    />
  );
}
