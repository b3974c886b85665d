import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { findRecordAddress, recordAddress } from '../../../contract/screens/address.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { valueLinkStyle } from '../../ui/breakpoints.ts';
import { Cell } from './Cell.tsx';

interface Props {
  entity: Entity;
  field: Field;
  name: string;
  record: RecordData;
}

/**
 * The address of a referenced record for a role: undefined unless the role sees all such records and one of its screens
 * is known to list this one.
 * @param row The known values of the record.
 */
function linkAddress(entity: Entity, row: Readonly<Record<string, unknown>> & { id: number }, role: Role) {
  if (entity.access.rows[role] !== 'everything') return undefined;
  const screens = entity.screens?.filter(({ roles }) => roles.includes(role)) ?? [];
  if (screens.length === 0) return findRecordAddress(entity, row, role);
  const isKnown = screens.some(({ only = {} }) => Object.keys(only).every((name) => row[name] !== undefined));
  return isKnown ? recordAddress(entity, row, role) : undefined;
}

/** The name of a referenced record, as a link if the reader may open it. */
export function LinkedName({ entity, field, name, record }: Props) {
  const role = useRole();
  const cell = <Cell entity={entity} name={name} record={record} />;
  const found = valueAt(record, field.as ?? name) as { id?: unknown } | null | undefined;
  if (!field.to || typeof found !== 'object' || typeof found?.id !== 'number') return cell;
  const to = linkAddress(entity.contract.entity(field.to), { ...field.where, ...found, id: found.id }, role);
  if (!to) return cell;
  return (
    <Link component={RouterLink} to={to} underline="hover" sx={valueLinkStyle}>
      {cell}
    </Link>
  );
}
