import { Typography } from '@mui/material';
import { useState } from 'react';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { passkeyEndpoints } from '../../../contract/endpoints/passkeys.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { TextInput } from '../../resources/input/scalars/TextInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { promptNewPasskey } from './passkeyPrompt.ts';
import { passkeyTexts } from './passkeyTexts.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type NewPasskey = EndpointBody<'passkey_add'>;

const { name } = passkeyEndpoints.passkey_add.body;
/** The fields of the name of a passkey. */
export const passkeyFields = { name };

const NameInput = (props: FieldInputProps) => (
  <TextInput {...props} label={passkeyTexts().name} hint={passkeyTexts().nameHint} autoComplete="off" autoFocus />
);
/** The input of the name of a passkey. */
export const passkeyInputs = { name: NameInput };

interface Props {
  /** Only its two buttons close the dialog; the one that closes it has this text. */
  leave?: string | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Adds a passkey: its name, the question of the browser, and the recovery codes if it is the first second factor. */
export function AddPasskeyDialog({ leave, onDone, onClose }: Props) {
  const words = passkeyTexts();
  const data = useConsoleDataProvider();
  const notice = useNotice();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onDone} />;
  const send = async (body: Record<string, unknown>) => {
    const { options } = await data.call('passkey_begin');
    const credential = await promptNewPasskey(options ?? {});
    const { recovery_codes } = await data.call('passkey_add', { body: { ...(body as NewPasskey), credential } });
    if (recovery_codes) return setCodes(recovery_codes as string[]);
    notice.success(words.added);
    onDone();
  };
  return (
    <InputDialog
      title={words.add}
      width={480}
      action={words.next}
      fields={passkeyFields}
      inputs={passkeyInputs}
      question={<Typography color="text.secondary">{words.addWhy}</Typography>}
      {...(leave !== undefined && { stays: true, leave })}
      send={send}
      onClose={onClose}
    />
  );
}
