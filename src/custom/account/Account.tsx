import { Box, Tab, Tabs, Typography } from '@mui/material';
import { Suspense } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { EntityScreen } from '../../resources/list/EntityScreen.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { scrollingTabs } from '../../ui/scrollEdges.ts';
import { useTabParam } from '../../ui/useTabParam.ts';
import { Profile } from './Profile.tsx';
import { Sessions } from './Sessions.tsx';

const Notices = lazyChunk(() => import('./Notices.tsx'));

const tabNames = ['profile', 'notices', 'sessions', 'subscriptions', 'payments'] as const;
type TabName = (typeof tabNames)[number];

const lists: Partial<Record<TabName, string>> = { subscriptions: 'subscription', payments: 'payment' };

/** The user's own account: profile, notices, sessions, and for users with access subscriptions and payments (A21, B25). */
export default function Account() {
  const contract = useContract();
  const acting = isActing(useSession());
  const isShown = (name: TabName) =>
    name === 'notices' ? !acting : !lists[name] || isPermitted(contract.entity(lists[name]), 'list');
  const visibleNames = tabNames.filter(isShown);
  const [tab, setTab] = useTabParam(visibleNames);
  const list = lists[tab];
  return (
    <>
      <Typography component="h1" variant="h1" sx={{ mb: 1 }}>
        {text().header.account}
      </Typography>
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}>
        <Tabs value={tab} onChange={(_event, next: TabName) => setTab(next)} {...scrollingTabs}>
          {visibleNames.map((name) => (
            <Tab key={name} value={name} label={text().account.tabs[name]} id={`tab-${name}`} aria-controls="panel" />
          ))}
        </Tabs>
      </Box>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'profile' && <Profile />}
        {tab === 'notices' && (
          <Suspense fallback={null}>
            <Notices onProfile={() => setTab('profile')} />
          </Suspense>
        )}
        {tab === 'sessions' && <Sessions />}
        {list && (
          <ResourceContextProvider value={list}>
            <EntityScreen key={list} name={list} path="/userinfo" heading="h2" isNamed />
          </ResourceContextProvider>
        )}
      </div>
    </>
  );
}
