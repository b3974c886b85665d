import { Button } from '@mui/material';
import { memo } from 'react';
import { RecordContextProvider } from 'react-admin';
import { lifecycleSteps } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { text, translate } from '../../../i18n/text.ts';
import { RowActions } from '../../actions/RowActions.tsx';
import { AsTextButtons } from '../../actions/RowIcon.tsx';
import { useOverrides } from '../../overrides.ts';
import { Cell, labelOf, nameOf } from '../../values/Cell.tsx';
import { useFilledFields } from '../useFilledFields.ts';
import { cardFields } from './cardFields.ts';
import type { RowProps } from './EntityRow.tsx';
import { RowLink } from './RowLink.tsx';

/** A button with the next step of a record whose steps are only in its detail: it opens the detail. */
function NextStepButton({ entity, record, onOpen }: Pick<RowProps, 'entity' | 'record' | 'onOpen'>) {
  const { stepsInDetail } = useOverrides(entity.name);
  if (!stepsInDetail || !entity.lifecycle) return null;
  const next = lifecycleSteps(entity.lifecycle).find(
    ({ name, tone }) => tone !== 'danger' && isPermitted(entity, name, record),
  );
  return (
    next && (
      <Button variant="outlined" onClick={() => onOpen(record.id)}>
        {translate(next.label)}
      </Button>
    )
  );
}

/** A record of a list as a card, for a phone: its name, its state, a few fields and its actions. */
export const RecordCard = memo(function Card(props: RowProps) {
  const { entity, columns, record, addressOf, onOpen, options, ticked, onTick, isOpen } = props;
  const { title, state, lines } = cardFields(entity, columns);
  const filled = useFilledFields(entity, record, lines);
  const cell = (name: string) => <Cell entity={entity} name={name} record={record} />;
  return (
    <RecordContextProvider value={record}>
      <li data-row={record.id} className={ticked ? 'ticked' : undefined} aria-current={isOpen || undefined}>
        <div className="top">
          {ticked !== undefined && (
            <label className="tick">
              <input
                type="checkbox"
                checked={ticked}
                aria-label={text().views.select(nameOf(entity, record))}
                onChange={() => onTick(record.id)}
              />
            </label>
          )}
          <RowLink id={record.id} addressOf={addressOf} onOpen={onOpen}>
            {cell(title)}
          </RowLink>
          {state && cell(state)}
        </div>
        <dl>
          {filled.map((name) => (
            <div key={name}>
              <dt>{labelOf(entity, name)}</dt>
              <dd>{cell(name)}</dd>
            </div>
          ))}
        </dl>
        <div className="actions">
          <NextStepButton entity={entity} record={record} onOpen={onOpen} />
          <AsTextButtons>
            <RowActions entity={entity} record={record} options={options} card />
          </AsTextButtons>
        </div>
      </li>
    </RecordContextProvider>
  );
});
