import { useMemo } from 'react';
import { profileEndpoints } from '../../../contract/endpoints/account/profile.ts';
import type { EndpointAnswer, EndpointBody } from '../../../contract/endpoints/index.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { SessionUser } from '../../authProvider/session.ts';
import { readSession, writeSession } from '../../authProvider/session.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { forgetLanguage, saveLanguage, storedLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import type { InputOverrides } from '../../resources/overrides.ts';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { skipLeaveWarning } from '../../ui/dialog/unsaved.ts';
import { noticeTexts } from './noticeTexts.ts';
import { ZoneInput } from './ZoneInput.tsx';

type ProfileAnswer = EndpointAnswer<'profile'>;

const { version: _, ...bodyFields } = profileEndpoints.profile_save.body;
const rows = [['nick_name'], ['mail'], ['phone'], ['language'], ['time_zone']];

/** The fields of the form. What the role requires is not emptied; where it is empty, it may stay so. */
const fieldsFor = ({ required, ...profile }: ProfileAnswer): Fields =>
  Object.fromEntries(
    Object.entries(bodyFields).map(([name, field]) => [
      name,
      required.includes(name) && profile[name as keyof typeof profile] ? { ...field, required: true } : field,
    ]),
  );

/** An input of what the directory manages: shown, and locked. */
const managedInput = (by: string) => (props: FieldInputProps) => (
  <FieldInput {...props} disabled hint={noticeTexts().managed(by)} />
);

const inputsFor = ({ managed, managed_by }: ProfileAnswer): InputOverrides => ({
  time_zone: ZoneInput,
  ...Object.fromEntries(managed.map((name) => [name, managedInput(managed_by ?? '')])),
});

/** Takes the saved profile over into the session and the console, which is reloaded in another language. */
function adoptProfile({ nick_name, phone, language }: ProfileAnswer): void {
  const session = readSession();
  const chosen = language === 'browser' ? null : (language as SessionUser['language']);
  if (session) writeSession({ ...session, user: { ...session.user, nick_name, phone, language: chosen ?? null } });
  if (chosen) saveLanguage(chosen);
  else forgetLanguage();
  if (storedLanguage() === document.documentElement.lang) return;
  skipLeaveWarning();
  window.location.reload();
}

interface Props {
  profile: ProfileAnswer;
  onDone: () => void;
  onClose: () => void;
}

/** Edits one's own profile (issue 35, section 6). */
export function ProfileDialog({ profile, onDone, onClose }: Props) {
  const words = noticeTexts();
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('profile_save');
  const fields = useMemo(() => fieldsFor(profile), [profile]);
  const inputs = useMemo(() => inputsFor(profile), [profile]);
  const { version, managed_by } = profile;
  const send = async (body: Record<string, unknown>, idempotencyKey: string) => {
    const saved = await mutateAsync({ body: { ...body, version } as EndpointBody<'profile_save'>, idempotencyKey });
    notice.success(words.saved);
    onDone();
    adoptProfile(saved);
  };
  return (
    <InputDialog
      title={words.edit}
      width={560}
      action={text().actions.save}
      fields={fields}
      rows={rows}
      inputs={inputs}
      start={{ ...profile }}
      question={managed_by ? words.managedWhy(managed_by) : undefined}
      draft="own profile"
      send={send}
      onClose={onClose}
    />
  );
}
