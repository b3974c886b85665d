import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { entities, entityNamed } from '../../../contract/index.ts';
import { type Named, shownTo } from '../../../contract/lists/dashboard.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Figure } from '../../../contract/schema/figure.ts';
import { queuesFor } from '../../../contract/schema/queue.ts';
import { displayName, useSession } from '../../authProvider/useSession.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text } from '../../i18n/text.ts';
import { CreateButton, useCreateDialog } from '../../resources/list/toolbar/CreateButton.tsx';
import { Queue } from '../../resources/queue/TaskQueue.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { FigureCard, type Shown } from './FigureCard.tsx';
import type { Point } from './points.ts';

const BarChart = lazyChunk(() => import('./BarChart.tsx'));
const DayMap = lazyChunk(() => import('./DayMap.tsx'));

/** The days and months of the charts are those of whoever looks at them. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where each role goes on when nothing waits. */
const nextPaths: Readonly<Record<Role, string>> = {
  SuperAdmin: '/audit',
  GeneralAdmin: '/authorization/order',
  SalesMan: '/user/enterprise_user',
  Enterprise: '/authorization/order',
  Subordinate: '/authorization/application',
};

/** What a role begins most often: it is made from here. */
const begins: Readonly<Partial<Record<Role, string>>> = { Enterprise: 'order', Subordinate: 'application' };

/** The way to what the role begins most often. */
function Begin({ name }: { name: string }) {
  const entity = entityNamed(name);
  const open = useCreateDialog(entity, entity.form && { form: entity.form });
  return open && <CreateButton entity={entity} onClick={open} />;
}

/** The numbers of a role but for those that its queue tells already. */
function figuresFor(role: Role): Named<Figure>[] {
  const told = queuesFor(entities, role).map(({ entity, only }) => JSON.stringify([entity, only]));
  return shownTo('figures', entities, role).filter(
    ({ entity, only }) => !told.includes(JSON.stringify([entity.name, only])),
  );
}

interface Asked {
  readonly numbers: readonly Shown[];
  readonly charts: readonly { readonly key: string; readonly points: readonly Point[] }[];
  readonly outbox: boolean;
}

/** Wide enough for their names to stand on one line; on a phone there are two beside each other. */
const figures = {
  display: 'grid',
  gap: 1.5,
  mb: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(210px, 45%), 1fr))',
} as const;

/** The numbers of a role, each a way into the list behind it. */
const Figures = ({ role, asked }: { role: Role; asked: Asked | undefined }) => (
  <Box sx={figures}>
    {figuresFor(role).map((figure) => (
      <FigureCard
        key={figure.key}
        figure={figure}
        role={role}
        shown={asked?.numbers.find(({ key }) => key === figure.key)}
      />
    ))}
  </Box>
);

const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};

/** The charts of a role; those by days are as wide as the page. */
const Charts = ({ role, asked }: { role: Role; asked: Asked }) => (
  <Box sx={columns}>
    {shownTo('charts', entities, role).map((chart) => {
      const Drawn = chart.every === 'day' ? DayMap : BarChart;
      return (
        <Box key={chart.key} sx={{ minWidth: 0, ...(chart.every === 'day' && { gridColumn: '1 / -1' }) }}>
          <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
            <Drawn chart={chart} points={asked.charts.find(({ key }) => key === chart.key)?.points ?? []} />
          </Suspense>
        </Box>
      );
    })}
  </Box>
);

/** When the next licence ends, as the chart of the days says it. */
function endText(role: Role, { charts }: Asked): string {
  const words = text().dashboard;
  const days = shownTo('charts', entities, role).find(({ every }) => every === 'day')?.key;
  if (!days) return '';
  const first = charts.find(({ key }) => key === days)?.points[0]?.value;
  return first ? words.nextEnd(first) : words.noEnd;
}

/** What waits for each role, its numbers, each a way into the list behind it, and the charts (issue 14, B24). */
export default function Dashboard() {
  const session = useSession();
  const words = text().dashboard;
  const found = useCallQuery('dashboard', { query: { time_zone: ownZone() }, quiet: true });
  if (!session) return null;
  const { role } = session;
  const first = begins[role];
  const asked = found.data as unknown as Asked | undefined;
  const below = (
    <>
      {found.error && <LoadFailed onRetry={() => found.refetch()} />}
      {(asked || !found.error) && <Figures role={role} asked={asked} />}
      {asked?.outbox && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {words.outbox}
        </Alert>
      )}
      {asked && <Charts role={role} asked={asked} />}
    </>
  );
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 0.5, flexWrap: 'wrap' }}>
        <Typography component="h1" variant="h1" sx={{ flex: 1 }}>
          {words.hello(displayName(session.user))}
        </Typography>
        {first && <Begin name={first} />}
      </Box>
      <Typography color="text.secondary" sx={{ mb: 2.5, minHeight: 22 }}>
        {asked && endText(role, asked)}
      </Typography>
      <Queue role={role} hint={words.next[role]} below={below}>
        <Button variant={first ? 'outlined' : 'contained'} component={Link} to={nextPaths[role]}>
          {words.nextAction[role]}
        </Button>
      </Queue>
    </>
  );
}
