import { Link } from 'react-router';
import { actionsOf } from '../../../contract/action.ts';
import { recordAddress } from '../../../contract/address.ts';
import { entities } from '../../../contract/index.ts';
import { transitionsOf } from '../../../contract/lifecycle.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { translate } from '../../i18n/text.ts';
import { dash } from '../../resources/format.ts';
import type { CellProps } from '../../resources/overrides.ts';
import { actions } from './actions.ts';

const entityOf = (name: unknown) => entities.find((one) => one.name === name);

/** What an audit entry is about, by the name of the entity that people know. */
export function ObjectName({ value }: CellProps) {
  const entity = entityOf(value);
  return <>{entity ? translate(entity.label) : String(value ?? dash)}</>;
}

/** The record that an entry is about, as a link to its address where the reader has one. */
export function RecordLink({ value, record }: CellProps) {
  const role = useRole();
  const entity = entityOf(record.entity);
  const address = entity && role && typeof value === 'number' && recordAddress(entity, { id: value }, role);
  if (!address) return <>{String(value ?? dash)}</>;
  return <Link to={address}>{String(value)}</Link>;
}

/** What was done: a step or an action by its own name, anything else by the console's word for it. */
export function ActionName({ value, record }: CellProps) {
  const entity = entityOf(record.entity);
  const steps = [...(entity?.lifecycle ? transitionsOf(entity.lifecycle) : []), ...actionsOf(entity ?? {})];
  const label = steps.find((one) => one.name === value)?.label ?? actions[String(value)];
  return <>{label ? translate(label) : String(value)}</>;
}
