import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Alert, Box, Button, IconButton, LinearProgress, Skeleton, Tooltip, Typography } from '@mui/material';
import dayjs, { type Dayjs } from 'dayjs';
import { useListContext } from 'react-admin';
import { text } from '../../../i18n/text.ts';
import { useIsPhone } from '../../../ui/breakpoints.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import type { DisplayProps } from '../../dialogSlots.ts';
import { numberText } from '../../values/format.ts';
import { ListFailure } from '../ListFailure.tsx';
import { DayList } from './DayList.tsx';
import { monthName } from './days.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { useMonth, useShownMonth } from './useMonth.ts';

/** The name of the month, and the buttons to other months. */
function MonthBar({ month, onMonth }: { month: Dayjs; onMonth: (month: Dayjs) => void }) {
  const words = text().display;
  const buttons = [
    { label: words.previousMonth, Icon: ChevronLeft, to: month.subtract(1, 'month') },
    { label: words.nextMonth, Icon: ChevronRight, to: month.add(1, 'month') },
  ];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: { xs: 1.5, sm: 2 }, pb: 1 }}>
      <Typography component="h2" variant="h3" aria-live="polite" sx={{ flex: 1 }}>
        {monthName(month)}
      </Typography>
      <Button onClick={() => onMonth(dayjs().startOf('month'))}>{words.today}</Button>
      {buttons.map(({ label, Icon, to }) => (
        <Tooltip key={label} title={label}>
          <IconButton size="small" aria-label={label} onClick={() => onMonth(to)}>
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  );
}

/** The records of a list on their days: a month as a grid, or on a phone as a list by day. */
export default function Calendar({ entity, addressOf, onOpen, opened, empty }: DisplayProps) {
  const [month, show] = useShownMonth();
  const found = useMonth(entity, month);
  const { filterValues } = useListContext();
  const isPhone = useIsPhone();
  const { byDay, isLoading, error, retry, shown, total } = found;
  if (error && !byDay) return <ListFailure entity={entity} error={error} onRetry={retry} />;
  const View = isPhone ? DayList : MonthGrid;
  const words = text().display;
  // Where nothing matches the filters, it is of more use to say so than that this month has nothing.
  const hasNone = byDay !== undefined && total === 0 && Object.keys(filterValues).length > 0;
  return (
    <Box sx={{ position: 'relative' }}>
      {isLoading && byDay && (
        <LinearProgress
          aria-label={text().range.loading}
          sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2 }}
        />
      )}
      <MonthBar month={month} onMonth={show} />
      {error && (
        <Box sx={{ px: 2 }}>
          <LoadFailed onRetry={retry} />
        </Box>
      )}
      {total > shown && (
        <Alert severity="info" sx={{ mx: 2, mb: 1 }}>
          {words.onlyFirst(numberText(shown), numberText(total))}
        </Alert>
      )}
      {byDay ? (
        <View
          entity={entity}
          month={month}
          days={found.days}
          byDay={byDay}
          addressOf={addressOf}
          onOpen={onOpen}
          onMonth={show}
          opened={opened}
        />
      ) : (
        <Skeleton variant="rounded" height={420} sx={{ m: 2, mt: 0 }} />
      )}
      {hasNone && empty}
    </Box>
  );
}
