import { useState } from 'react';
import { authEndpoints } from '../../../contract/endpoints/auth.ts';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { anyCodeInputs } from '../../shell/secondFactor/factorInputs.tsx';
import { factorTexts } from '../../shell/secondFactor/factorTexts.ts';
import { RecoveryCodes } from '../../shell/secondFactor/RecoveryCodes.tsx';

const { code } = authEndpoints.second_factor_recovery_codes.body;
const codeFields = { code: { ...code, required: true } };

interface Props {
  /** True if a code of the authenticator app, or a recovery code, is asked for. */
  withCode: boolean;
  onClose: () => void;
}

/** Replaces the recovery codes, on the proof of a code or of a recent sign-in, and shows the new ones. */
export function RenewDialog({ withCode, onClose }: Props) {
  const words = factorTexts();
  const { mutateAsync } = useEndpointMutation('second_factor_recovery_codes');
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = async (body: Record<string, unknown>) => {
    const answer = await mutateAsync({ body: body as EndpointBody<'second_factor_recovery_codes'> });
    setCodes(answer.recovery_codes as string[]);
  };
  return (
    <InputDialog
      title={words.renew}
      width={560}
      action={words.renew}
      fields={withCode ? codeFields : {}}
      inputs={anyCodeInputs}
      question={words.askRenew}
      send={send}
      onClose={onClose}
    />
  );
}
