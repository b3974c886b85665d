import {
  Box,
  Button,
  Checkbox,
  Link,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { type Entity, fieldOf, mayRead } from '../../contract/entity.ts';
import type { RecordData } from '../custom/registry.tsx';
import { text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { Cell, labelOf } from './cells.tsx';

interface Props {
  entity: Entity;
  columns: readonly string[];
  onOpen: (id: number) => void;
  actions: (record: RecordData) => ReactNode;
  empty: ReactNode;
  /** The rows that are ticked; without it rows cannot be. */
  selected?: ReadonlySet<number> | undefined;
  onSelect: (ids: ReadonlySet<number>) => void;
}

/** The columns that the present role may read. */
export function useReadable(entity: Entity, columns: readonly string[]): string[] {
  const role = useRole() ?? 'Subordinate';
  return columns.filter((name) => {
    const field = fieldOf(entity, name);
    // An enterprise user's list is of their own enterprise: a column that always says the same says nothing.
    const own = name === 'enterprise_id' && (role === 'Enterprise' || role === 'Subordinate');
    return field && mayRead(field, role) && !own;
  });
}

const toggled = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

const sortableKinds = new Set(['text', 'integer', 'money', 'dateTime', 'choice', 'boolean', 'mail', 'phone']);
/** What can be done with a row stays in sight when the table is wider than the window. */
const atTheEdge = { position: 'sticky', right: 0, bgcolor: 'background.paper', whiteSpace: 'nowrap' } as const;
const rightKinds = new Set(['integer', 'money']);

function Head({ entity, columns, children }: { entity: Entity; columns: readonly string[]; children: ReactNode }) {
  const { sort, setSort } = useListContext();
  return (
    <TableHead>
      <TableRow>
        {children}
        {columns.map((name) => {
          const field = fieldOf(entity, name);
          const sortable = field && !field.computed && sortableKinds.has(field.kind);
          const active = sort.field === name;
          const way = sort.order === 'ASC' ? 'asc' : 'desc';
          return (
            <TableCell
              key={name}
              align={rightKinds.has(field?.kind ?? '') ? 'right' : 'left'}
              sortDirection={active ? way : false}
            >
              {sortable ? (
                <TableSortLabel
                  active={active}
                  direction={active ? way : 'asc'}
                  onClick={() => setSort({ field: name, order: active && way === 'asc' ? 'DESC' : 'ASC' })}
                >
                  {labelOf(entity, name)}
                </TableSortLabel>
              ) : (
                labelOf(entity, name)
              )}
            </TableCell>
          );
        })}
        <TableCell align="right" sx={atTheEdge}>
          {text().list.actions}
        </TableCell>
      </TableRow>
    </TableHead>
  );
}

function Waiting({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => (
    <TableRow key={row}>
      <TableCell colSpan={columns}>
        <Skeleton height={22} />
      </TableCell>
    </TableRow>
  ));
}

function Message({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <TableRow>
      <TableCell colSpan={columns} sx={{ border: 0 }}>
        <Box sx={{ py: 6, display: 'grid', justifyItems: 'center', gap: 2 }}>{children}</Box>
      </TableCell>
    </TableRow>
  );
}

/** The rows of a list, with what stands in their place while they load, when there are none, and when that failed. */
export function Rows({ entity, columns, onOpen, actions, empty, selected, onSelect }: Props) {
  const { data, isPending, error, refetch } = useListContext<RecordData>();
  const width = columns.length + (selected ? 2 : 1);
  const name = (record: RecordData) => String(record[entity.title] ?? record.id);
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <Head entity={entity} columns={columns}>
          {selected && (
            <TableCell padding="checkbox">
              <Checkbox
                size="small"
                checked={Boolean(data?.length) && data?.every((record) => selected.has(record.id))}
                slotProps={{ input: { 'aria-label': text().views.selectAll } }}
                onChange={(_event, all) => onSelect(new Set(all ? data?.map((record) => record.id) : []))}
              />
            </TableCell>
          )}
        </Head>
        <TableBody>
          {isPending && !error && <Waiting columns={width} />}
          {error && !data && (
            <Message columns={width}>
              <Typography>{text().errors.load}</Typography>
              <Button variant="outlined" onClick={() => refetch()}>
                {text().list.retry}
              </Button>
            </Message>
          )}
          {data?.length === 0 && <Message columns={width}>{empty}</Message>}
          {data?.map((record) => (
            <TableRow key={record.id} hover>
              {selected && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={selected.has(record.id)}
                    slotProps={{ input: { 'aria-label': text().views.select(name(record)) } }}
                    onChange={() => onSelect(toggled(selected, record.id))}
                  />
                </TableCell>
              )}
              {columns.map((name, index) => (
                <TableCell
                  key={name}
                  align={rightKinds.has(fieldOf(entity, name)?.kind ?? '') ? 'right' : 'left'}
                  sx={{
                    whiteSpace: index === 0 ? 'nowrap' : undefined,
                    minWidth: fieldOf(entity, name)?.kind === 'dateTime' ? 92 : undefined,
                  }}
                >
                  {index === 0 ? (
                    <Link
                      href={`?id=${record.id}`}
                      underline="hover"
                      sx={{ fontWeight: 600 }}
                      onClick={(event) => {
                        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                        event.preventDefault();
                        onOpen(record.id);
                      }}
                    >
                      <Cell entity={entity} name={name} record={record} />
                    </Link>
                  ) : (
                    <Cell entity={entity} name={name} record={record} />
                  )}
                </TableCell>
              ))}
              <TableCell align="right" sx={atTheEdge}>
                {actions(record)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
