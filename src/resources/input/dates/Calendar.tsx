import { Box } from '@mui/material';
import dayjs from 'dayjs';
import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { zhCN } from 'react-day-picker/locale/zh-CN';
import 'react-day-picker/style.css';
import { language } from '../../../i18n/language.ts';
import { phoneQuery } from '../../../ui/breakpoints.ts';

/** The accessible name of a day; it contains the number as shown, for users of voice control. */
const dayLabel = (date: Date): string =>
  language() === 'zh'
    ? dayjs(date).format('YYYY 年 M 月 D 日')
    : date.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** The calendar of the console: DayPicker in the user's language and the theme's colours. */
export default function Calendar(options: DayPickerProps) {
  return (
    <Box
      sx={({ palette }) => ({
        '--rdp-accent-color': palette.secondary.main,
        '--rdp-accent-background-color': palette.action.selected,
        '--rdp-range_start-color': palette.secondary.contrastText,
        '--rdp-range_end-color': palette.secondary.contrastText,
        '--rdp-day-height': '36px',
        '--rdp-day-width': '36px',
        '--rdp-day_button-height': '34px',
        '--rdp-day_button-width': '34px',
        '--rdp-disabled-opacity': '0.4',
        '& .rdp-root': { '--rdp-accent-color': palette.secondary.main },
        '& .rdp-caption_label': { fontSize: 14 },
        // Touch targets on a phone.
        [`@media ${phoneQuery}`]: {
          '& .rdp-root': {
            '--rdp-day-height': '44px',
            '--rdp-day-width': '44px',
            '--rdp-day_button-height': '44px',
            '--rdp-day_button-width': '44px',
            '--rdp-nav_button-height': '44px',
            '--rdp-nav_button-width': '44px',
            '--rdp-nav-height': '44px',
          },
        },
        '& .rdp-weekday': { fontSize: 12, color: palette.text.secondary, opacity: 1 },
        '& .rdp-day_button': { fontSize: 13 },
      })}
    >
      <DayPicker
        locale={language() === 'zh' ? zhCN : enUS}
        // As in the calendar of a list, in both languages.
        weekStartsOn={1}
        autoFocus
        labels={{ labelDayButton: dayLabel }}
        {...options}
      />
    </Box>
  );
}
