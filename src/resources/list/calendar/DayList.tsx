import { Box, Typography } from '@mui/material';
import dayjs from 'dayjs';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { nameOf } from '../../values/Cell.tsx';
import { useDetailsOf } from '../../values/useDetailsOf.ts';
import { type Day, dayName, dayOf, daysOfRecord, shownBeside, timeOnDay } from './days.ts';
import type { MonthProps } from './monthProps.ts';
import { RecordLink } from './RecordLink.tsx';

/** The records of a month, each once: on its first day, or on the first of the month if it began before. */
function recordsByFirstDay({ entity, month, days, byDay }: MonthProps) {
  const own = days.filter((day) => dayjs(day).isSame(month, 'month'));
  return own.flatMap((day, at) => {
    const begun = (byDay.get(day) ?? []).flatMap((record) => {
      const [first, last] = daysOfRecord(entity, record) ?? [day, day];
      return first === day || at === 0 ? [{ record, last: last > day ? last : undefined }] : [];
    });
    return begun.length > 0 ? [{ day, begun }] : [];
  });
}

/** A month as a list of the days on which records begin, for a phone. */
export function DayList(props: MonthProps) {
  const { entity, addressOf, onOpen, opened } = props;
  const filled = recordsByFirstDay(props);
  const today = dayOf(new Date());
  const words = text().display;
  const detailsOf = useDetailsOf();
  const shows = shownBeside(entity);
  /** The text below the title of a record: its values, and until when it lasts. */
  const below = (record: RecordData, last: Day | undefined) =>
    [detailsOf(entity, shows, record, nameOf(entity, record)), last === undefined ? '' : words.until(last)]
      .filter(Boolean)
      .join(' · ');
  if (filled.length === 0)
    return (
      <Typography color="text.secondary" sx={{ px: 1.5, pb: 3, pt: 1 }}>
        {words.noneInMonth}
      </Typography>
    );
  return (
    <Box sx={{ px: 1.5, pb: 1.5, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {filled.map(({ day, begun }) => (
        <Box key={day} component="section" aria-label={dayName(day)}>
          <Typography component="h3" variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
            {dayName(day)}
            {day === today && ` · ${words.today}`}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
            {begun.map(({ record, last }) => {
              const details = below(record, last);
              return (
                <Box key={record.id} component="li" sx={{ display: 'grid' }}>
                  <RecordLink
                    entity={entity}
                    record={record}
                    addressOf={addressOf}
                    onOpen={onOpen}
                    isOpen={record.id === opened}
                    time={timeOnDay(entity, record, day)}
                  />
                  {details !== '' && (
                    <Typography variant="caption" color="text.secondary" sx={{ px: 1 }}>
                      {details}
                    </Typography>
                  )}
                </Box>
              );
            })}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
