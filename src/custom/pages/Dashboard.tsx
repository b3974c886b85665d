import { Alert, Box, Button, Paper, Skeleton, Typography } from '@mui/material';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Role } from '../../../contract/access.ts';
import { addressOf, type DashboardNumber, dashboardNumbers } from '../../../contract/dashboard.ts';
import { displayName, useSession } from '../../authProvider/useSession.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text, translate } from '../../i18n/text.ts';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { momentText, numberText, quantityText } from '../../resources/format.ts';
import { lazyChunk } from '../../resources/loadChunk.ts';
import { Queue } from '../../resources/queue/Queue.tsx';

const BarChart = lazyChunk(() => import('./Charts.tsx').then((charts) => ({ default: charts.BarChart })));
const ExpiryMap = lazyChunk(() => import('./Charts.tsx').then((charts) => ({ default: charts.ExpiryMap })));

/** The days and months of the charts are those of whoever looks at them. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Shown {
  value: number;
  units: { unit: string; value: number }[];
  since: string | null;
}

/** A count, or a sum of hosts and beside it those of other units, which are never added to it. */
function figuresOf({ sum }: DashboardNumber, { value, units }: Shown): string[] {
  if (!sum) return [numberText(value)];
  const others = units.map(({ unit, value }) => `${numberText(value)} ${unit}`);
  return value > 0 || others.length === 0 ? [quantityText(value), ...others] : others;
}

function NumberCard({ number, shown }: { number: DashboardNumber; shown: Shown | undefined }) {
  return (
    <Paper
      variant="outlined"
      component={Link}
      to={addressOf(number)}
      sx={{
        p: 2.5,
        textDecoration: 'none',
        color: 'text.primary',
        display: 'grid',
        gap: 0.5,
        alignContent: 'start',
        '&:hover, &:focus-visible': { borderColor: 'primary.main' },
      }}
    >
      <Typography variant="body2" color="text.secondary">
        {translate(number.label)}
      </Typography>
      <Typography component="strong" sx={{ fontSize: 30, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {shown ? figuresOf(number, shown).join(' · ') : <Skeleton width={60} />}
      </Typography>
      {shown?.since && (
        <Typography variant="body2" color="text.secondary">
          {text().dashboard.oldest(momentText(shown.since))}
        </Typography>
      )}
    </Paper>
  );
}

const nextPaths: Readonly<Record<Role, string>> = {
  SuperAdmin: '/audit',
  GeneralAdmin: '/authorization/order',
  SalesMan: '/user/enterprise_user',
  Enterprise: '/authorization/order',
  Subordinate: '/authorization/application',
};

/** What waits for each role, its numbers, each a way into the list behind it, and the charts (B24). */
export default function Dashboard() {
  const session = useSession();
  const words = text().dashboard;
  const found = useCallQuery('dashboard', { query: { time_zone: ownZone() }, quiet: true });
  if (!session) return null;
  const numbers = (found.data?.numbers ?? []) as unknown as (Shown & { key: string })[];
  const mine = dashboardNumbers.filter((number) => number.roles.includes(session.role));
  const expiries = (found.data?.expiries ?? []) as unknown as { day: string; count: number }[];
  const months = (found.data?.orders_by_month ?? []) as never;
  const products = (found.data?.hosts_by_product ?? []) as never;
  const first = expiries[0]?.day;
  return (
    <>
      <Typography component="h1" variant="h1" sx={{ mb: 0.5 }}>
        {words.hello(displayName(session.user))}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2.5, minHeight: 22 }}>
        {found.data && (first ? words.nextEnd(first) : words.noEnd)}
      </Typography>
      {found.data?.outbox && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {words.outbox}
        </Alert>
      )}
      <Queue role={session.role} hint={words.next[session.role]}>
        <Button variant="contained" component={Link} to={nextPaths[session.role]}>
          {words.nextAction[session.role]}
        </Button>
      </Queue>
      {found.error && <LoadFailed onRetry={() => found.refetch()} />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))', mb: 2 }}>
        {mine.map((number) => (
          <NumberCard key={number.key} number={number} shown={numbers.find((one) => one.key === number.key)} />
        ))}
      </Box>
      {found.data && session.role !== 'Subordinate' && (
        <Suspense fallback={null}>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <BarChart title={words.ordersByMonth} bars={months} head={words.month} of="count" />
            <BarChart title={words.hostsByProduct} bars={products} head={words.product} of="hosts" />
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <ExpiryMap days={expiries} />
            </Box>
          </Box>
        </Suspense>
      )}
    </>
  );
}
