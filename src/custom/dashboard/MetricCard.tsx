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
import { metricText, type ShownSum } from './chartPoints.ts';

/** A metric as `GET /v1/dashboard` returns it. */
export interface MetricAnswer {
  readonly key: string;
  /** A count, or the whole part of a sum. */
  readonly value: number;
  /** The exact sum in decimal digits; null for a count. */
  readonly sum: string | null;
  readonly units: readonly ShownSum[];
  readonly since: string | null;
}

/**
 * The texts of a metric: a count or a sum without a unit, and the sums of each unit or currency, which are never added
 * up.
 */
function metricTexts(figure: DashboardItem<MetricDeclaration>, { value, sum, units }: MetricAnswer): string[] {
  const others = units.map((one) => metricText(figure, one.sum, one.unit));
  const plain = sum ?? value;
  return Number(plain) !== 0 || others.length === 0 ? [metricText(figure, plain, null), ...others] : others;
}

/** Several texts in one line; the line breaks between them, not within one. */
const MetricParts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((one, index) => (
    <Fragment key={one}>
      {index > 0 && ' '}
      <span style={{ whiteSpace: 'nowrap' }}>{index < texts.length - 1 ? `${one} ·` : one}</span>
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
