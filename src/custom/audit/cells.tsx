import { Box } from '@mui/material';
import { Suspense } from 'react';
import { useGetManyAggregate, useGetRecordRepresentation } from 'react-admin';
import { Link } from 'react-router';
import { recordAddress } from '../../../contract/address.ts';
import type { Entity } from '../../../contract/entity.ts';
import { toldAs } from '../../../contract/history.ts';
import { entities } from '../../../contract/index.ts';
import { mayList } from '../../../contract/lookup.ts';
import { recordName } from '../../../contract/title.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { language } from '../../i18n/language.ts';
import { translate } from '../../i18n/text.ts';
import { dash } from '../../resources/format.ts';
import { lazyChunk } from '../../resources/loadChunk.ts';
import type { CellProps } from '../../resources/overrides.ts';
import { touchedLink } from '../../resources/phone.ts';

const entityOf = (name: unknown) => entities.find((one) => toldAs(one).includes(String(name)));

/** What an audit entry is about, by the name of the entity that people know. */
export function ObjectName({ value }: CellProps) {
  const entity = entityOf(value);
  return <>{entity ? translate(entity.label) : String(value ?? dash)}</>;
}

/** A number is narrow, too. */
const touched = { ...touchedLink, color: 'inherit', minWidth: { xs: 44, sm: 0 } } as const;

/** What the record of an entry is called now; what is gone by what it was and its number. */
function RecordNow({ entity, id }: { entity: Entity; id: number }) {
  const represent = useGetRecordRepresentation(entity.name);
  const { data, isPending } = useGetManyAggregate(entity.name, { ids: [id], meta: { quiet: true } });
  return <>{isPending ? '…' : represent(data?.find((one) => one?.id === id) ?? { id })}</>;
}

/** The record that an entry is about by its name, as a link to its address where the reader has one. */
export function RecordLink({ value, record }: CellProps) {
  const role = useRole();
  const entity = entityOf(record.entity);
  if (!entity || !role || typeof value !== 'number') return <>{String(value ?? dash)}</>;
  const id = value;
  const name = mayList(entity, role) ? <RecordNow entity={entity} id={id} /> : recordName(entity, { id }, language());
  const address = recordAddress(entity, { id }, role);
  if (!address) return <>{name}</>;
  return (
    <Box component={Link} to={address} sx={touched}>
      {name}
    </Box>
  );
}

const LazyActionName = lazyChunk(() => import('./ActionName.tsx').then((found) => ({ default: found.ActionName })));

/** What was done, by the name that people know; the names come when an audit is looked at. */
export const ActionName = (props: CellProps) => (
  <Suspense fallback={null}>
    <LazyActionName {...props} />
  </Suspense>
);
