import { Alert, Box, Button, Paper, Skeleton, Typography } from '@mui/material';
import { Suspense, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type DashboardItem, dashboardItems } from '../../../contract/lists/dashboard.ts';
import { demandDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { dashboardEntities } from '../../../contract/outlines/pageDeclarations.ts';
import { declarationOf, forRole, isRole, lineOf, type Role } from '../../../contract/roles/index.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { MetricDeclaration } from '../../../contract/schema/metric.ts';
import { queuesFor } from '../../../contract/schema/queue.ts';
import { screensOfRole } from '../../../contract/screens/menu.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { displayName, useSession } from '../../authProvider/useSession.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../i18n/text.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { CreateButton, useCreateDialog } from '../../resources/list/toolbar/CreateButton.tsx';
import { TaskQueue } from '../../resources/queue/TaskQueue.tsx';
import { useIsPhone } from '../../ui/breakpoints.ts';
import { useDeferredArrival } from '../../ui/deferred/Deferred.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import type { ChartPoint } from './chartPoints.ts';
import { type MetricAnswer, MetricCard } from './MetricCard.tsx';
import { useCountWhenIdle } from './useCountWhenIdle.ts';

const BarChart = lazyChunk(() => import('./BarChart.tsx'));
const DayMap = lazyChunk(() => import('./DayMap.tsx'));
const SeriesChart = lazyChunk(() => import('./SeriesChart.tsx'));
const SetupCard = lazyChunk(() => import('../setup/SetupCard.tsx'));
const OrderFromLink = lazyChunk(() => import('../licence/renewal/OrderFromLink.tsx'));

/** The entity that a role creates most often; the dashboard has a button for it. */
const createdHere: Readonly<Partial<Record<Role, string>>> = { Enterprise: 'order', Subordinate: 'application' };

/** The way to the page that the role goes to when nothing waits; nothing for a role that declares none. */
function HomeButton({ role, isFirst }: { role: Role; isFirst: boolean }) {
  const words = text().dashboard;
  const home = lineOf(role).flatMap((one) => declarationOf(one).home ?? [])[0];
  const screen = screensOfRole(useContract(), role).find(({ path }) => path === home);
  if (!screen) return null;
  return (
    <Button variant={isFirst ? 'contained' : 'outlined'} component={Link} to={screen.path}>
      {forRole(words.nextAction, role) ?? translate(screen.label)}
    </Button>
  );
}

/** The button that creates it. */
function CreateFromHere({ name }: { name: string }) {
  const entity = useContract().entity(name);
  const open = useCreateDialog(entity, entity.form && { form: entity.form });
  return open && <CreateButton entity={entity} onClick={open} />;
}

/** The metrics of a role, without those that its queue shows already. */
function metricsFor({ entities }: Contract, role: Role): DashboardItem<MetricDeclaration>[] {
  const reader = currentCaller();
  const queueKeys = queuesFor(entities, role, reader).map(({ entity, only }) => JSON.stringify([entity, only]));
  return dashboardItems('metrics', entities, role, reader).filter(
    ({ entity, only }) => !queueKeys.includes(JSON.stringify([entity.name, only])),
  );
}

interface DashboardAnswer {
  readonly numbers: readonly MetricAnswer[];
  readonly charts: readonly { readonly key: string; readonly points: readonly ChartPoint[] }[];
  readonly outbox: boolean;
}

/** Wide enough for the labels to fit on one line; on a phone two are side by side. */
const metricsStyle = {
  display: 'grid',
  gap: 1.5,
  mb: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(210px, 45%), 1fr))',
} as const;

/** The metrics of a role, each a link to its list. */
const Metrics = ({ role, answer }: { role: Role; answer: DashboardAnswer | undefined }) => (
  <Box sx={metricsStyle}>
    {metricsFor(useContract(), role).map((figure) => (
      <MetricCard
        key={figure.key}
        figure={figure}
        role={role}
        shown={answer?.numbers.find(({ key }) => key === figure.key)}
      />
    ))}
  </Box>
);

const chartsStyle = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};

const chartSkeleton = <Skeleton variant="rounded" height={280} />;
/** The place of a chart that is drawn when the reader comes near it: nothing is loading. */
const chartPlace = <Paper variant="outlined" sx={{ height: 280 }} />;

/** The charts of a role, one after the other; charts by days are as wide as the page. */
function Charts({ role, answer }: { role: Role; answer: DashboardAnswer }) {
  const charts = dashboardItems('charts', useContract().entities, role, currentCaller());
  const container = useRef<HTMLElement>(null);
  const due = useCountWhenIdle(charts.length, container);
  const place = useIsPhone() ? chartPlace : chartSkeleton;
  return (
    <Box ref={container} sx={chartsStyle}>
      {charts.map((chart, at) => {
        const Drawn = chart.every === 'day' ? DayMap : BarChart;
        const pointsOf = (name: string) => answer.charts.find(({ key }) => key === name)?.points ?? [];
        return (
          <Box key={chart.key} sx={{ minWidth: 0, ...(chart.every === 'day' && { gridColumn: '1 / -1' }) }}>
            <Suspense fallback={chartSkeleton}>
              {at >= due ? (
                place
              ) : chart.series ? (
                <SeriesChart chart={chart} pointsOf={pointsOf} />
              ) : (
                <Drawn chart={chart} points={pointsOf(chart.key)} />
              )}
            </Suspense>
          </Box>
        );
      })}
    </Box>
  );
}

/** True while there is nothing to count, as in a new console. */
const isEmpty = ({ numbers }: DashboardAnswer): boolean =>
  numbers.every(({ value, sum }) => Number(sum ?? value) === 0);

/** When the next licence ends, from the chart by days. */
function endText({ entities }: Contract, role: Role, { charts }: DashboardAnswer): string {
  const words = text().dashboard;
  const days = dashboardItems('charts', entities, role, undefined).find(({ every }) => every === 'day')?.key;
  if (!days) return '';
  const first = charts.find(({ key }) => key === days)?.points[0]?.value;
  return first ? words.nextEnd(first) : words.noEnd;
}

/** The dashboard: what waits for the role, its metrics with links to their lists, and its charts (issue 14, B24). */
export default function Dashboard() {
  const contract = useContract();
  demandDeclarations(contract, dashboardEntities(contract));
  const session = useSession();
  const words = text().dashboard;
  const found = useEndpointQuery('dashboard', { query: { time_zone: browserZone() }, quiet: true });
  if (!session) return null;
  const { role } = session;
  const first = forRole(createdHere, role);
  const [asked] = useSearchParams();
  const hasLink = asked.has('renew') || asked.has('add_to');
  const answer = useDeferredArrival(found.data as unknown as DashboardAnswer | undefined);
  const below = (
    <>
      {found.error && <LoadFailed onRetry={() => found.refetch()} />}
      {(answer || !found.error) && <Metrics role={role} answer={answer} />}
      {answer?.outbox && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {words.outbox}
        </Alert>
      )}
      {answer && <Charts role={role} answer={answer} />}
    </>
  );
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 0.5, flexWrap: 'wrap' }}>
        <Typography component="h1" variant="h1" sx={{ flex: 1 }}>
          {words.hello(displayName(session.user))}
        </Typography>
        {first && <CreateFromHere name={first} />}
        {hasLink && (
          <Suspense fallback={null}>
            <OrderFromLink />
          </Suspense>
        )}
      </Box>
      <Typography color="text.secondary" sx={{ mb: 2.5, minHeight: 22 }}>
        {answer && endText(contract, role, answer)}
      </Typography>
      {answer && isRole(role, 'SuperAdmin') && isEmpty(answer) && (
        <Suspense fallback={null}>
          <SetupCard />
        </Suspense>
      )}
      <TaskQueue role={role} hint={forRole(words.next, role) ?? words.nextOfOthers} below={below}>
        <HomeButton role={role} isFirst={first === undefined} />
      </TaskQueue>
    </>
  );
}
