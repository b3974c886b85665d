import { Tooltip, Typography } from '@mui/material';
import { kindViews } from '../../resources/kinds/index.ts';
import type { CellProps } from '../../resources/overrides.ts';
import { daysText } from '../../resources/values/format.ts';

/** Shows whether an order can be used; if not, the reason is shown on hover and focus (R-ORDST-07). */
export function AvailableCell({ value, field, record }: CellProps) {
  const word = kindViews.boolean.filterText(value, field);
  const reason = record.unavailability_reason;
  if (!reason) return <>{word}</>;
  return (
    <Tooltip title={String(reason)} describeChild enterTouchDelay={0} leaveTouchDelay={6000}>
      <Typography
        component="span"
        variant="inherit"
        tabIndex={0}
        sx={{ borderBottom: '1px dotted', cursor: 'help', '@media print': { border: 0 } }}
      >
        {word}
      </Typography>
    </Tooltip>
  );
}

/** A period in days, with its unit (R-UNIT-01). */
export function DaysCell({ value }: CellProps) {
  return <>{daysText(value)}</>;
}
