import { Box, Checkbox, Table, TableBody, TableCell, TableHead, TableRow, TextField, Typography } from '@mui/material';
import { useId } from 'react';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { numberHandlers, shownNumber } from '../../resources/input/shared/numberText.ts';
import { UnitAdornment } from '../../resources/input/shared/UnitAdornment.tsx';
import { isNumberColumn } from '../../resources/list/table/columnClass.ts';
import { Cell, labelOf } from '../../resources/values/Cell.tsx';
import { productUnit } from '../../resources/values/format.ts';
import { availableHosts, type OrderShare } from './shares.ts';

const alignOf = (entity: Entity, name: string) => (isNumberColumn(entity, name) ? 'right' : 'left');
const columns = ['code', 'category_id', 'purchased_hosts', 'available_hosts', 'expired_at'];

interface ShareHandlers {
  onTick: (order: RecordData) => void;
  onCount: (order: RecordData, hosts: number | null) => void;
  onBlur: () => void;
}

interface Props extends ShareHandlers {
  orders: readonly RecordData[];
  shares: readonly OrderShare[];
  /** The message about an order's share. */
  errorOf: (id: number) => string | undefined;
}

/**
 * The orders that can serve a project, each with a checkbox and a count from 1 to what is available (R-OLST-01, A31).
 */
export function OrderTable({ orders, shares, errorOf, ...handlers }: Props) {
  const entity = useContract().entity('order');
  return (
    // On a phone only the dialog scrolls.
    <Box sx={{ maxHeight: { sm: 400 }, overflow: 'auto' }}>
      <Table
        size="small"
        stickyHeader
        className="stacks"
        sx={{
          '& th, & td': { px: 0.75 },
          '& .until': { minWidth: 88 },
          '& td': { '& .MuiCheckbox-root': { ml: { xs: -1.25, sm: 0 } } },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox" />
            {columns.map((name) => (
              <TableCell key={name} align={alignOf(entity, name)}>
                {labelOf(entity, name)}
              </TableCell>
            ))}
            <TableCell>{text().allocation.count}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              share={shares.find(({ order_id }) => order_id === order.id)}
              error={errorOf(order.id)}
              {...handlers}
            />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

interface RowProps extends ShareHandlers {
  order: RecordData;
  share: OrderShare | undefined;
  error: string | undefined;
}

function OrderRow({ order, share, error, onTick, onCount, onBlur }: RowProps) {
  const entity = useContract().entity('order');
  const usable = order.is_available === true;
  const reason = usable ? '' : String(order.unavailability_reason ?? '');
  const id = useId();
  const unit = productUnit(order.product);
  return (
    <TableRow hover sx={{ opacity: usable ? 1 : 0.6 }}>
      <TableCell padding="checkbox">
        <Checkbox
          checked={share !== undefined}
          disabled={!usable && share === undefined}
          slotProps={{ input: { 'aria-label': String(order.code), ...(reason && { 'aria-describedby': id }) } }}
          onChange={() => onTick(order)}
        />
      </TableCell>
      {columns.map((name) => (
        <TableCell
          key={name}
          align={alignOf(entity, name)}
          data-label={labelOf(entity, name)}
          className={name === 'expired_at' ? 'until' : undefined}
        >
          <Cell entity={entity} name={name} record={order} />
          {name === 'code' && reason && (
            <Typography id={id} variant="body2" sx={{ fontSize: 12 }}>
              {reason}
            </Typography>
          )}
        </TableCell>
      ))}
      <TableCell data-label={text().allocation.count}>
        <TextField
          type="number"
          disabled={share === undefined}
          value={shownNumber(share?.hosts)}
          {...numberHandlers((typed) => onCount(order, typed === '' ? null : Number(typed)))}
          onBlur={onBlur}
          error={error !== undefined}
          helperText={translateMessage(error ?? '', language())}
          sx={{ width: unit ? 128 : 96 }}
          slotProps={{
            input: { endAdornment: <UnitAdornment text={unit} /> },
            htmlInput: {
              min: 1,
              max: availableHosts(order),
              step: 1,
              'aria-label': `${text().allocation.count}: ${String(order.code)}`,
            },
          }}
        />
      </TableCell>
    </TableRow>
  );
}
