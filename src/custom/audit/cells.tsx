import { Link } from '@mui/material';
import { Suspense } from 'react';
import { Link as RouterLink } from 'react-router';
import { recordName } from '../../../contract/relations/title.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { auditEntityNames } from '../../../contract/timeline/history.ts';
import { isTitledByCode } from '../../../contract/values/code.ts';
import { language } from '../../i18n/language.ts';
import { translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import type { CellProps } from '../../resources/overrides.ts';
import { dash } from '../../resources/values/format.ts';
import { valueLinkStyle } from '../../ui/breakpoints.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { WithCodes } from '../../ui/WithCodes.tsx';

const entityOf = ({ entities }: Contract, name: unknown) =>
  entities.find((one) => auditEntityNames(one).includes(String(name)));

/** The entity of an audit entry, by its label. */
export function EntityCell({ value }: CellProps) {
  const entity = entityOf(useContract(), value);
  return <>{entity ? translate(entity.label) : String(value ?? dash)}</>;
}

/** The name of an entry's record, whole if it is a code; a link if the reader may open the record. */
export function RecordLinkCell({ value, record }: CellProps) {
  const { entity_id: id, record_path: address } = record;
  const entity = entityOf(useContract(), record.entity);
  if (!entity || typeof id !== 'number') return <>{String(id ?? dash)}</>;
  const name = String(value ?? recordName(entity, { id }, language()));
  const shown = (
    <span className={isTitledByCode(entity) ? 'whole' : undefined}>
      <WithCodes>{name}</WithCodes>
    </span>
  );
  if (typeof address !== 'string') return <>{shown}</>;
  return (
    <Link component={RouterLink} to={address} underline="hover" sx={valueLinkStyle}>
      {shown}
    </Link>
  );
}

const LazyActionName = lazyChunk(() => import('./ActionName.tsx').then((found) => ({ default: found.ActionName })));

/** The action of an audit entry; the script with the action names loads on demand. */
export const ActionCell = Object.assign(
  (props: CellProps) => (
    <Suspense fallback={null}>
      <LazyActionName {...props} />
    </Suspense>
  ),
  { preload: LazyActionName.preload, isFetched: LazyActionName.isFetched },
);
