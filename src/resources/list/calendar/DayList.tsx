import { Box, Typography } from '@mui/material';
import dayjs from 'dayjs';
import { text } from '../../../i18n/text.ts';
import { dayName, dayOf } from './days.ts';
import type { MonthProps } from './monthProps.ts';
import { RecordLink } from './RecordLink.tsx';

/** A month as a list of its days that have records, for a phone. */
export function DayList({ entity, month, days, byDay, addressOf, onOpen, opened }: MonthProps) {
  const filled = days.filter((day) => dayjs(day).isSame(month, 'month') && (byDay.get(day)?.length ?? 0) > 0);
  const today = dayOf(new Date());
  const words = text().display;
  if (filled.length === 0)
    return (
      <Typography color="text.secondary" sx={{ px: 1.5, pb: 3, pt: 1 }}>
        {words.noneInMonth}
      </Typography>
    );
  return (
    <Box sx={{ px: 1.5, pb: 1.5, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {filled.map((day) => (
        <Box key={day} component="section" aria-label={dayName(day)}>
          <Typography component="h3" variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
            {dayName(day)}
            {day === today && ` · ${words.today}`}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
            {byDay.get(day)?.map((record) => (
              <Box key={record.id} component="li" sx={{ display: 'grid' }}>
                <RecordLink
                  entity={entity}
                  record={record}
                  addressOf={addressOf}
                  onOpen={onOpen}
                  isOpen={record.id === opened}
                />
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
