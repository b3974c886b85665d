import { message } from '../../../contract/messages/message.ts';
import { bodyFields } from '../../dataProvider/call.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import type { Messages, Values } from '../../resources/formState/contractResolver.ts';
import { TextInput } from '../../resources/input/scalars/TextInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

const fields = bodyFields('password');

/** The repeated password is the form's own to compare (R-VALID-15); the server validates the rest. */
function repeated({ password1, password2 }: Values): Messages {
  if (!password2) return { password2: message('password_repeat_empty') };
  return password1 === password2 ? {} : { password2: message('password_repeat') };
}

const PresentPassword = (props: FieldInputProps) => <TextInput {...props} autoComplete="current-password" autoFocus />;
const RepeatedPassword = ({ field, ...props }: FieldInputProps) => (
  <TextInput {...props} {...(field && { field: { ...field, required: true } })} label={text().form.repeat} />
);
const inputs = { password: PresentPassword, password2: RepeatedPassword };

interface Props {
  /** Somebody else set the present one: it has to be another before anything else can be done (D7). */
  due?: boolean;
  /** Called when it was changed. */
  onChanged?: () => void;
  /** Called when the dialog is left, with another password or without. */
  onClose: () => void;
}

/** Old, new, and new again (R-PWD-01). */
export function PasswordDialog({ due = false, onChanged, onClose }: Props) {
  const notice = useNotice();
  const { mutateAsync } = useCallMutation('password');
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
      more={repeated}
      send={send}
      onClose={onClose}
    />
  );
}
