import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import { ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import { displaysFor, type ListDisplay } from '../../../../contract/lists/displays.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { text } from '../../../i18n/text.ts';
import type { EntityProps } from '../../dialogSlots.ts';
import { useDisplay } from '../views/useDisplay.ts';

const icons = { table: TableRowsOutlined, board: ViewKanbanOutlined, calendar: CalendarMonthOutlined };

/** On a phone the buttons are touch targets. */
const buttonStyle = { width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 32 }, p: 0 } as const;

/** The choice between the table and the other displays of a list. */
export default function DisplaySwitch({ entity }: EntityProps) {
  const [display, setDisplay] = useDisplay(entity);
  const words = text().display;
  return (
    <ToggleButtonGroup
      data-screen-only
      exclusive
      value={display}
      onChange={(_event, next: ListDisplay | null) => next && setDisplay(next)}
      aria-label={words.title}
    >
      {displaysFor(entity, useRole()).map((one) => {
        const Icon = icons[one];
        return (
          <Tooltip key={one} title={words[one]}>
            <ToggleButton value={one} aria-label={words[one]} selected={one === display} sx={buttonStyle}>
              <Icon fontSize="small" />
            </ToggleButton>
          </Tooltip>
        );
      })}
    </ToggleButtonGroup>
  );
}
