import { Box, Checkbox, Table, TableBody, TableCell, TableHead, TableRow, TextField, Tooltip } from '@mui/material';
import { order as declaration } from '../../../contract/entities/order.ts';
import type { Entity } from '../../../contract/entity.ts';
import { say as sayMessage } from '../../../contract/message.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { valueAt } from '../../resources/format.ts';
import type { RecordData } from '../registry.tsx';
import type { Counts } from './counts.ts';

const entity = declaration as unknown as Entity;
const columns = ['code', 'category_id', 'purchased_hosts', 'available_hosts', 'expired_at'];

interface Props {
  orders: readonly RecordData[];
  counts: Counts;
  errors: Readonly<Record<number, string | undefined>>;
  onChange: (counts: Counts) => void;
}

const without = (counts: Counts, id: number): Counts => {
  const { [id]: _gone, ...rest } = counts;
  return rest;
};

/** The orders that can serve a project: a tick and a count for each, from 1 to what is available (R-OLST-01, A31). */
export function OrderTable({ orders, counts, errors, onChange }: Props) {
  return (
    <Box sx={{ maxHeight: 400, overflow: 'auto' }}>
      <Table size="small" stickyHeader sx={{ '& th, & td': { px: 1 }, '& .until': { minWidth: 88 } }}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox" />
            {columns.map((name) => (
              <TableCell key={name}>{labelOf(entity, name)}</TableCell>
            ))}
            <TableCell>{text().allocation.count}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {orders.map((order) => {
            const usable = order.is_available === true;
            const chosen = order.id in counts;
            const available = Number(valueAt(order, 'available.hosts.value'));
            return (
              <Tooltip key={order.id} title={usable ? '' : String(order.unavailability_reason ?? '')}>
                <TableRow hover sx={{ opacity: usable ? 1 : 0.6 }}>
                  <TableCell padding="checkbox">
                    <Checkbox
                      checked={chosen}
                      disabled={!usable}
                      slotProps={{ input: { 'aria-label': String(order.code) } }}
                      onChange={() => onChange(chosen ? without(counts, order.id) : { ...counts, [order.id]: '1' })}
                    />
                  </TableCell>
                  {columns.map((name) => (
                    <TableCell key={name} className={name === 'expired_at' ? 'until' : undefined}>
                      <Cell entity={entity} name={name} record={order} />
                    </TableCell>
                  ))}
                  <TableCell>
                    <TextField
                      type="number"
                      disabled={!chosen}
                      value={counts[order.id] ?? ''}
                      onChange={(event) => onChange({ ...counts, [order.id]: event.target.value })}
                      error={Boolean(errors[order.id])}
                      helperText={sayMessage(errors[order.id] ?? '', language())}
                      sx={{ width: 96 }}
                      slotProps={{
                        htmlInput: {
                          min: 1,
                          max: available,
                          step: 1,
                          'aria-label': `${text().allocation.count}: ${String(order.code)}`,
                        },
                      }}
                    />
                  </TableCell>
                </TableRow>
              </Tooltip>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}
