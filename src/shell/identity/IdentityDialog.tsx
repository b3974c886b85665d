import { Typography } from '@mui/material';
import { Suspense } from 'react';
import { useLogout } from 'react-admin';
import type { IdentityProof } from '../../../contract/access/identityProofs.ts';
import { authEndpoints } from '../../../contract/endpoints/auth.ts';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { callEndpoint } from '../../dataProvider/callEndpoint.ts';
import type { IdentityQuestion } from '../../dataProvider/http/identityCheck.ts';
import { language } from '../../i18n/language.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { anyCodeInputs, passwordInputs } from '../secondFactor/factorInputs.tsx';

const words = {
  en: {
    title: 'Is it you?',
    why: 'Your sign-in is more than ten minutes old. This action needs to know that you are still the one at the keyboard.',
    confirm: 'Continue',
    signOut: 'Sign out',
    signIn:
      'Your account has neither a password nor an authenticator app: sign out, sign in again, and repeat the action.',
  },
  zh: {
    title: '确认身份',
    why: '您登录已超过十分钟。执行此操作前，请确认仍是您本人。',
    confirm: '继续',
    signOut: '退出登录',
    signIn: '您的账号没有密码，也未设置身份验证器：请退出后重新登录，再执行此操作。',
  },
};

const { password, code } = authEndpoints.confirm.body;
/** What is asked for; an account that has neither is asked for nothing. */
const fieldsByProof: Readonly<Record<IdentityProof, Fields | undefined>> = {
  confirm_with_password: { password: { ...password, required: true } },
  confirm_with_code: { code: { ...code, required: true } },
  confirm_with_passkey: { code: { ...code, required: true } },
  confirm_by_sign_in: undefined,
};

/** Loaded only for users with a passkey. */
const ConfirmByPasskey = lazyChunk(() => import('./ConfirmByPasskey.tsx'));

/** Asks for the password, for a code or for a passkey; an account without both has to sign in again. */
export default function IdentityDialog({ question: { proof, answer } }: { question: IdentityQuestion }) {
  const { title, why, confirm, signOut, signIn } = words[language()];
  const logout = useLogout();
  const fields = fieldsByProof[proof];
  if (!fields) {
    const leave = async () => {
      answer(false);
      await logout();
    };
    return (
      <ConfirmDialog title={title} yes={signOut} onYes={leave} onClose={() => answer(false)}>
        {signIn}
      </ConfirmDialog>
    );
  }
  const send = async (body: Record<string, unknown>) => {
    await callEndpoint('confirm', { body: body as EndpointBody<'confirm'> });
    answer(true);
  };
  return (
    <InputDialog
      title={title}
      width={480}
      action={confirm}
      fields={fields}
      inputs={{ ...passwordInputs, ...anyCodeInputs }}
      question={
        <>
          <Typography sx={{ mb: 2 }}>{why}</Typography>
          {proof === 'confirm_with_passkey' && (
            <Suspense fallback={null}>
              <ConfirmByPasskey onDone={() => answer(true)} />
            </Suspense>
          )}
        </>
      }
      send={send}
      onClose={() => answer(false)}
    />
  );
}
