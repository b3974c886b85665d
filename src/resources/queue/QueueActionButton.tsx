import { Button } from '@mui/material';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { translate } from '../../i18n/text.ts';
import { isSecondClick } from '../../ui/clickGuard.ts';
import { nameOf } from '../values/Cell.tsx';
import { asksInRow, type QueueAction } from './queueAction.ts';

interface Props {
  entity: Entity;
  record: RecordData;
  action: QueueAction;
  /** True for the main button of the row. */
  main: boolean;
  /** True while its question is in the row. */
  asked: boolean;
  onAsk: () => void;
  /** True if the record has left the queue: the button stays in place, but does nothing. */
  gone: boolean;
}

/** A step or an action in a row: asks in the row, or opens its dialog. */
export const QueueActionButton = ({ entity, record, action, main, asked, onAsk, gone }: Props) => (
  <Button
    {...(main && { 'data-main': true })}
    data-step={action.step.name}
    variant={main ? 'outlined' : 'text'}
    color={action.step.tone === 'danger' ? 'error' : 'primary'}
    aria-label={`${translate(action.step.label)}: ${nameOf(entity, record)}`}
    {...(asksInRow(action) ? { 'aria-expanded': asked } : { 'aria-haspopup': 'dialog' })}
    // Not `disabled`, since the button keeps the focus.
    aria-disabled={gone}
    // The second click of a double click would hit the button that the first one has put there.
    onClick={(event) => !gone && !isSecondClick(event) && onAsk()}
    sx={{ minWidth: 0, minHeight: { xs: 44, sm: 0 }, opacity: gone ? 0.5 : 1 }}
  >
    {translate(action.step.label)}
  </Button>
);
