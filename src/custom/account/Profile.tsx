import { Box, Button, Paper } from '@mui/material';
import { Suspense } from 'react';
import { profileLanguages } from '../../../contract/choices/profile.ts';
import { roleChoices, unknownRole } from '../../../contract/choices/user.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import { DescriptionList } from '../../resources/values/DescriptionList.tsx';
import { dash } from '../../resources/values/format.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { DingtalkBinding } from './DingtalkBinding.tsx';
import { noticeTexts } from './noticeTexts.ts';
import { ProfileDialog } from './ProfileDialog.tsx';

const SecondFactor = lazyChunk(() => import('./SecondFactor.tsx'));

const Passkeys = lazyChunk(() => import('./Passkeys.tsx'));
const LinkedAccounts = lazyChunk(() => import('./LinkedAccounts.tsx'));

/** The lines that only the person sees: everybody else who acts here sees the session's. */
function useOwnLines(isOwn: boolean) {
  const { data, refetch } = useEndpointQuery('profile', { quiet: true }, { enabled: isOwn });
  const words = noticeTexts();
  const chosen = profileLanguages.find(({ id }) => id === data?.language);
  const lines = data
    ? [
        { label: words.mail, value: data.mail ?? dash },
        { label: words.language, value: chosen ? translate(chosen.label) : dash },
        { label: words.zone, value: data.time_zone ?? words.asBrowser(browserZone()) },
      ]
    : [{ label: words.language, value: storedLanguage() === 'zh-CN' ? '中文' : 'English' }];
  return { profile: data, lines, refetch };
}

/** The profile of the signed-in user, who may edit it (issue 35, section 6). */
export function Profile() {
  const session = useSession();
  const user = session?.user;
  const words = text().account;
  const openDialog = useOpenDialog();
  const { profile, lines: own, refetch } = useOwnLines(!isActing(session));
  const role = roleChoices.find((one) => one.id === user?.role_id);
  const lines = [
    { label: words.name, value: user?.name ?? dash },
    { label: words.nick, value: profile?.nick_name ?? user?.nick_name ?? dash },
    { label: words.role, value: translate(role?.label ?? unknownRole) },
    // Administrators and salesmen have no enterprise.
    ...(user?.enterprise ? [{ label: words.enterprise, value: user.enterprise.name }] : []),
    { label: words.phone, value: (profile ? profile.phone : user?.phone) ?? dash },
    ...own,
  ];
  const edit = () =>
    profile &&
    openDialog((close) => {
      const done = () => {
        close();
        void refetch();
      };
      return <ProfileDialog profile={profile} onDone={done} onClose={close} />;
    });
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 800 }}>
      <Paper variant="outlined" sx={{ p: 3 }}>
        <DescriptionList lines={lines} />
        {profile && (
          <Button variant="outlined" onClick={edit} sx={{ mt: 2 }}>
            {noticeTexts().edit}
          </Button>
        )}
      </Paper>
      <Suspense fallback={null}>
        <SecondFactor />
      </Suspense>
      <Suspense fallback={null}>
        <Passkeys />
        <LinkedAccounts />
      </Suspense>
      <DingtalkBinding />
    </Box>
  );
}
