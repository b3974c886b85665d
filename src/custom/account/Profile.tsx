import { Box, Paper } from '@mui/material';
import { Suspense } from 'react';
import { roleChoices, unknownRole } from '../../../contract/choices/user.ts';
import { useSession } from '../../authProvider/useSession.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { DescriptionList } from '../../resources/values/DescriptionList.tsx';
import { dash } from '../../resources/values/format.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { DingtalkBinding } from './DingtalkBinding.tsx';

const SecondFactor = lazyChunk(() => import('./SecondFactor.tsx'));

const Passkeys = lazyChunk(() => import('./Passkeys.tsx'));
const LinkedAccounts = lazyChunk(() => import('./LinkedAccounts.tsx'));

/** The profile of the signed-in user. */
export function Profile() {
  const user = useSession()?.user;
  const words = text().account;
  const role = roleChoices.find((one) => one.id === user?.role_id);
  const lines = [
    { label: words.name, value: user?.name ?? dash },
    { label: words.nick, value: user?.nick_name ?? dash },
    { label: words.role, value: translate(role?.label ?? unknownRole) },
    // Administrators and salesmen have no enterprise.
    ...(user?.enterprise ? [{ label: words.enterprise, value: user.enterprise.name }] : []),
    { label: words.phone, value: user?.phone ?? dash },
    { label: words.language, value: storedLanguage() === 'zh-CN' ? '中文' : 'English' },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 800 }}>
      <Paper variant="outlined" sx={{ p: 3 }}>
        <DescriptionList lines={lines} />
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
