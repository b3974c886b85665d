import { Link } from '@mui/material';
import { Suspense } from 'react';
import { Link as RouterLink } from 'react-router';
import { entities } from '../../../contract/index.ts';
import { recordName } from '../../../contract/relations/title.ts';
import { toldAs } from '../../../contract/timeline/history.ts';
import { language } from '../../i18n/language.ts';
import { translate } from '../../i18n/text.ts';
import type { CellProps } from '../../resources/overrides.ts';
import { dash } from '../../resources/values/format.ts';
import { valueLinkStyle } from '../../ui/breakpoints.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const entityOf = (name: unknown) => entities.find((one) => toldAs(one).includes(String(name)));

/** What an audit entry is about, by the name of the entity that people know. */
export function EntityCell({ value }: CellProps) {
  const entity = entityOf(value);
  return <>{entity ? translate(entity.label) : String(value ?? dash)}</>;
}

/** The record that an entry is about by its name, as a link to its address where the reader has one. */
export function RecordLinkCell({ value, record }: CellProps) {
  const { entity_id: id, record_path: address } = record;
  const entity = entityOf(record.entity);
  if (!entity || typeof id !== 'number') return <>{String(id ?? dash)}</>;
  const name = String(value ?? recordName(entity, { id }, language()));
  if (typeof address !== 'string') return <>{name}</>;
  return (
    <Link component={RouterLink} to={address} underline="hover" sx={valueLinkStyle}>
      {name}
    </Link>
  );
}

const LazyActionName = lazyChunk(() => import('./ActionName.tsx').then((found) => ({ default: found.ActionName })));

/** What was done, by the name that people know; the names come when an audit is looked at. */
export const ActionCell = Object.assign(
  (props: CellProps) => (
    <Suspense fallback={null}>
      <LazyActionName {...props} />
    </Suspense>
  ),
  { preload: LazyActionName.preload, isFetched: LazyActionName.isFetched },
);
