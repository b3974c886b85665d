import { Box, Button, TableCell, TextField } from '@mui/material';
import { useState } from 'react';
import { Form, useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { order as declaration } from '../../../../contract/entities/order.ts';
import { product } from '../../../../contract/entities/product.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { RecordInput } from '../../../resources/input/pickers/RecordInput.tsx';
import { isNumberColumn } from '../../../resources/list/table/columnClass.ts';
import { Cell, labelOf } from '../../../resources/values/Cell.tsx';
import { dash } from '../../../resources/values/format.ts';
import { AppDialog, DialogBody } from '../../../ui/dialog/AppDialog.tsx';
import { LazyDialog } from '../../../ui/dialog/LazyDialog.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { PagedTable } from '../PagedTable.tsx';

const OrderDetail = lazyChunk(() => import('../OrderDetail.tsx'));
const columns = ['code', 'product_id', 'purchased_hosts', 'reissuable_hosts', 'status', 'created_at'];
const projectField: Field | undefined = declaration.list.parameters?.project_id;
const initialValues = { project_id: null };
const quiet = { quiet: true };

/** True if some hosts are left for a reissue (C5). */
const isReissuable = (order: RecordData): boolean => Number(order.reissuable_hosts ?? 0) > 0;

interface Props {
  enterprise: number;
  onPick: (order: RecordData) => void;
  onClose: () => void;
}

/** Picks the order to reissue: new purchases only, of one project if one is chosen (R-SELO-01 to R-SELO-03). */
export const OriginalDialog = ({ onClose, ...props }: Props) => (
  <AppDialog title={text().order.chooseOriginal} width={960} onClose={onClose}>
    <DialogBody>
      <Form defaultValues={initialValues} noValidate>
        <ProjectChoice enterprise={props.enterprise} />
        <OriginalTable {...props} />
      </Form>
    </DialogBody>
  </AppDialog>
);

/** The project that the original orders serve, with its product. */
function ProjectChoice({ enterprise }: Pick<Props, 'enterprise'>) {
  const id = useWatch({ name: 'project_id' }) as number | null;
  const { data } = useGetOne('project', { id: id ?? 0, meta: quiet }, { enabled: id !== null });
  const shown = (label: string, path: string) => (
    <TextField label={label} value={String((id !== null && valueAt(data, path)) || dash)} disabled helperText=" " />
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' }, pt: 1 }}>
      <RecordInput
        source="project_id"
        field={projectField}
        label={text().allocation.project}
        filter={{ enterprise_id: enterprise }}
      />
      {shown(translate(product.label), 'product.name')}
      {shown(translate(product.fields.code.label), 'product.code')}
    </Box>
  );
}

function OriginalTable({ enterprise, onPick }: Omit<Props, 'onClose'>) {
  const entity = useContract().entity('order');
  const project_id = useWatch({ name: 'project_id' }) as number | null;
  const [opened, setOpened] = useState<number>();
  return (
    <>
      <PagedTable
        key={project_id}
        resource="order"
        filter={{ category_id: 1001, enterprise_id: enterprise, project_id }}
        empty={text().list.empty}
        head={
          <>
            {columns.map((name) => (
              <TableCell key={name} align={isNumberColumn(entity, name) ? 'right' : 'left'}>
                {labelOf(entity, name)}
              </TableCell>
            ))}
            <TableCell align="right">{text().list.actions}</TableCell>
          </>
        }
        row={(order) => (
          <>
            {columns.map((name) => (
              <TableCell
                key={name}
                align={isNumberColumn(entity, name) ? 'right' : 'left'}
                data-label={labelOf(entity, name)}
              >
                <Cell entity={entity} name={name} record={order} />
              </TableCell>
            ))}
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              <Button onClick={() => setOpened(order.id)}>{text().actions.detail}</Button>
              <Button disabled={!isReissuable(order)} onClick={() => onPick(order)}>
                {text().order.select}
              </Button>
            </TableCell>
          </>
        )}
      />
      <LazyDialog onClose={() => setOpened(undefined)}>
        {opened !== undefined && <OrderDetail id={opened} onClose={() => setOpened(undefined)} />}
      </LazyDialog>
    </>
  );
}
