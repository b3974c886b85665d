import { Paper, Skeleton, Typography } from '@mui/material';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { DashboardItem } from '../../../contract/lists/dashboard.ts';
import { listAddress } from '../../../contract/relations/embeddedLists.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { MetricDeclaration } from '../../../contract/schema/metric.ts';
import { text, translate } from '../../i18n/text.ts';
import { dateTimeText, minuteText } from '../../resources/values/format.ts';
import { relativeTime } from '../../resources/values/relativeTime.ts';
import { metricText } from './chartPoints.ts';

/** A metric as `GET /v1/dashboard` returns it. */
export interface MetricAnswer {
  readonly key: string;
  readonly value: number;
  readonly units: readonly { readonly unit: string; readonly value: number }[];
  readonly since: string | null;
}

/**
 * The texts of a metric: a count or a sum without a unit, and the sums of each unit or currency, which are never added
 * up.
 */
function metricTexts(figure: DashboardItem<MetricDeclaration>, { value, units }: MetricAnswer): string[] {
  const others = units.map(({ unit, value }) => metricText(figure, value, unit));
  return value !== 0 || others.length === 0 ? [metricText(figure, value, null), ...others] : others;
}

/** Several texts in one line; the line breaks between them, not within one. */
const MetricParts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((one, index) => (
    <Fragment key={one}>
      {index > 0 && ' '}
      <span style={{ whiteSpace: 'nowrap' }}>{index > 0 ? `· ${one}` : one}</span>
    </Fragment>
  ));

const cardStyle = {
  p: 2,
  textDecoration: 'none',
  color: 'text.primary',
  display: 'grid',
  gap: 0.5,
  alignContent: 'start',
  '&:hover, &:focus-visible': { borderColor: 'text.secondary' },
} as const;

/** A declared metric, with a link to its list (B24). */
export function MetricCard({
  figure,
  role,
  shown,
}: {
  figure: DashboardItem<MetricDeclaration>;
  role: Role;
  shown: MetricAnswer | undefined;
}) {
  const to = listAddress(figure.entity, role, figure.only);
  const content = (
    <>
      <Typography variant="body2" color="text.secondary">
        {translate(figure.label)}
      </Typography>
      <Typography
        component="strong"
        sx={{ fontSize: { xs: 20, sm: 24 }, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}
      >
        {shown ? <MetricParts texts={metricTexts(figure, shown)} /> : <Skeleton width={60} />}
      </Typography>
      {shown?.since && (
        <Typography variant="body2" color="text.secondary" title={dateTimeText(shown.since)}>
          <MetricParts texts={[text().dashboard.oldest(relativeTime(shown.since)), minuteText(shown.since)]} />
        </Typography>
      )}
    </>
  );
  return to ? (
    <Paper variant="outlined" component={Link} to={to} sx={cardStyle}>
      {content}
    </Paper>
  ) : (
    <Paper variant="outlined" sx={cardStyle}>
      {content}
    </Paper>
  );
}
