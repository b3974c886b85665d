import { Box, Button, TableCell, Typography } from '@mui/material';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { isRole } from '../../../contract/roles/index.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { entitySteps } from '../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { RowActions } from '../../resources/actions/RowActions.tsx';
import { useContract } from '../../resources/ContractContext.ts';
import { Cell, labelOf } from '../../resources/values/Cell.tsx';
import { dateTimeText } from '../../resources/values/format.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { PagedTable } from './PagedTable.tsx';

const LicenceDetail = lazyChunk(() => import('../licence/LicenceDetail.tsx'));

/** True if the current session may take any step with licences. */
const actsOnLicences = (entity: Entity): boolean => entitySteps(entity).some(({ name }) => isPermitted(entity, name));

function LicenceActions({ entity, licence }: { entity: Entity; licence: RecordData }) {
  const openDialog = useOpenDialog();
  const isEnterprise = isRole(useRole(), 'Enterprise');
  if (!isEnterprise) return <RowActions entity={entity} record={licence} options={undefined} />;
  const open = () => openDialog((close) => <LicenceDetail id={licence.id} onClose={close} />);
  return <Button onClick={open}>{text().actions.detail}</Button>;
}

/**
 * The licences allocated from an order (R-ODLG-02 to R-ODLG-04). Enterprise users can open each one; users without a
 * screen for licences find their actions here.
 */
export function OrderHistory({ order }: { order: number }) {
  const entity = useContract().entity('assignment');
  const isEnterprise = isRole(useRole(), 'Enterprise');
  const hasActions = isEnterprise || actsOnLicences(entity);
  const words = text().order;
  const heads = [
    labelOf(entity, 'project_id'),
    words.quantity,
    labelOf(entity, 'task_status'),
    words.allocatedAt,
    labelOf(entity, 'expired_at'),
    ...(isEnterprise ? [text().list.actions] : []),
  ];
  return (
    <Box sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.history}
      </Typography>
      <PagedTable
        resource={entity.name}
        filter={{ order_id: order }}
        label={words.history}
        empty={words.noHistory}
        head={
          <>
            {heads.map((head, at) => (
              <TableCell key={head} {...((at === 1 || at === 5) && { align: 'right' })}>
                {head}
              </TableCell>
            ))}
            {hasActions && !isEnterprise && <TableCell component="td" />}
          </>
        }
        row={(licence) => (
          <>
            <TableCell data-label={heads[0]} sx={{ overflowWrap: 'anywhere', minWidth: 120 }}>
              {String(valueAt(licence, 'project.name'))}
            </TableCell>
            <TableCell align="right" data-label={heads[1]}>
              <Cell entity={entity} name="hosts" record={licence} />
            </TableCell>
            <TableCell data-label={heads[2]}>
              <Cell entity={entity} name="task_status" record={licence} />
            </TableCell>
            <TableCell data-label={heads[3]}>{dateTimeText(licence.created_at)}</TableCell>
            <TableCell data-label={heads[4]}>{dateTimeText(licence.expired_at)}</TableCell>
            {hasActions && (
              <TableCell align="right">
                <LicenceActions entity={entity} licence={licence} />
              </TableCell>
            )}
          </>
        )}
      />
    </Box>
  );
}
