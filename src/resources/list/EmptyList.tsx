import { Button } from '@mui/material';
import { useListContext } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text, translate } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { FormOptions } from '../form/entityFields.ts';
import { CreateButton } from './toolbar/CreateButton.tsx';

interface Props {
  entity: Entity;
  /** Initial values of a new record. */
  preset: FormOptions['preset'];
  onCreate: (() => void) | undefined;
}

/** Shown if a list has no rows: that nothing matches the filters, or the declared hint for the reader's next step. */
export function EmptyList({ entity, preset, onCreate }: Props) {
  const { filterValues, setFilters } = useListContext();
  const words = text().list;
  const { empty } = entity.list;
  const next = empty?.[useRole()] ?? empty?.everyone;
  if (Object.keys(filterValues).length > 0)
    return (
      <EmptyState kind="search" thing={entity.icon} title={words.noMatch} hint={words.noMatchHint}>
        <Button variant="outlined" onClick={() => setFilters({}, [])}>
          {words.clearFilters}
        </Button>
      </EmptyState>
    );
  const hint = next ? translate(next) : onCreate ? words.createHint : words.emptyHint;
  return (
    <EmptyState kind="empty" thing={entity.icon} title={words.empty} hint={hint}>
      {onCreate && <CreateButton entity={entity} preset={preset} inner onClick={onCreate} />}
    </EmptyState>
  );
}
