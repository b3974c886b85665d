import { Box, Button, Link, MenuItem, Skeleton, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import { isTime } from '../../../contract/lists/filters.ts';
import {
  averagedFields,
  groupFields,
  type RecordTotals,
  summedFields,
  type TotalGroup,
} from '../../../contract/lists/totals.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../i18n/text.ts';
import { markScrollEdges, scrollEdgesStyle } from '../../ui/scrollEdges.ts';
import type { EntityProps } from '../dialogSlots.ts';
import { kindViews } from '../kinds/index.ts';
import { dash, numberText, sumText } from '../values/format.ts';
import { parameterNamed } from './filters/filterFields.ts';
import { useChangeFilters } from './filters/useChangeFilters.ts';

/** The totals for the current filter; the cache invalidates them together with the list. */
function useTotals(entity: Entity, by: string) {
  const data = useConsoleDataProvider();
  const { filterValues, filter } = useListContext();
  const narrowed = { ...filterValues, ...filter };
  return useQuery({
    queryKey: [entity.name, 'totals', narrowed, by],
    queryFn: ({ signal }) => data.totals(entity, narrowed, by, signal),
    placeholderData: keepPreviousData,
  });
}

/** A column of totals: the sums of a field, or its averages. */
interface TotalColumn {
  readonly key: string;
  readonly label: string;
  textOf(totals: RecordTotals): string;
}

/** Several sums or averages, one for each currency or unit; a dash if there is none. */
const joined = (texts: readonly string[]): string => texts.join(' · ') || dash;

/** What a list shows besides the number of records: sums first, then averages. */
const totalColumns = (entity: Entity, role: Role): TotalColumn[] => [
  ...summedFields(entity, role).map(([name, field]) => ({
    key: `sum ${name}`,
    label: translate(field.label),
    textOf: ({ sums }: RecordTotals) =>
      joined(sums.filter((one) => one.field === name).map(({ of, sum }) => sumText(field, of, sum))),
  })),
  ...averagedFields(entity, role).map(([name, field]) => ({
    key: `average ${name}`,
    label: text().list.averageOf(translate(field.label)),
    textOf: ({ averages = [] }: RecordTotals) =>
      joined(averages.filter((one) => one.field === name).map(({ of, average }) => sumText(field, of, average))),
  })),
];

/** The name of a group: the title of a record, or its value. */
function groupText(field: Field, { value, title, others }: TotalGroup): ReactNode {
  if (others) return text().list.otherGroups;
  if (value === null) return dash;
  return title ?? kindViews[field.kind].group(value, field);
}

interface GroupNameProps {
  entity: Entity;
  by: string;
  field: Field;
  group: TotalGroup;
}

/** The name of a group. It narrows the list to the group where the list has a filter of its values. */
function GroupName({ entity, by, field, group }: GroupNameProps) {
  const change = useChangeFilters();
  const name = groupText(field, group);
  if (group.value === null || parameterNamed(entity, by)?.operator !== 'is') return name;
  return (
    <Link component="button" type="button" sx={linkStyle} onClick={() => change({ [by]: group.value })}>
      {name}
    </Link>
  );
}

const linkStyle = { font: 'inherit', textAlign: 'left', verticalAlign: 'baseline' } as const;

interface GroupTableProps {
  entity: Entity;
  by: string;
  field: Field;
  groups: readonly TotalGroup[];
  columns: readonly TotalColumn[];
}

/** The totals of each group as a table. */
function GroupTable({ entity, by, field, groups, columns }: GroupTableProps) {
  return (
    <Box ref={markScrollEdges} sx={groupsStyle}>
      <Box component="table" aria-label={text().list.totalsBy(translate(field.label))} sx={tableStyle}>
        <thead>
          <tr>
            <th>{translate(field.label)}</th>
            <th className="right">{text().list.count}</th>
            {columns.map(({ key, label }) => (
              <th key={key} className="right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.others ? 'others' : String(group.value)}>
              <td>
                <GroupName entity={entity} by={by} field={field} group={group} />
              </td>
              <td className="right">{numberText(group.total)}</td>
              {columns.map(({ key, textOf }) => (
                <td key={key} className="right">
                  {textOf(group)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const groupsStyle = { ...scrollEdgesStyle, flexBasis: '100%', minWidth: 0 } as const;

const tableStyle = {
  minWidth: { xs: '100%', sm: 420 },
  borderSpacing: 0,
  fontSize: 13,
  '& th, & td': { p: '4px 24px 4px 0', textAlign: 'left', whiteSpace: 'nowrap', height: 30 },
  '& th': { fontWeight: 650, color: 'text.secondary' },
  '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;

interface GroupProps {
  by: string;
  fields: readonly (readonly [name: string, field: Field])[];
  onChange: (by: string) => void;
}

/** The choice of the field that the totals are grouped by. */
const GroupSelect = ({ by, fields, onChange }: GroupProps) => (
  <TextField
    select
    label={text().list.groupBy}
    value={by}
    onChange={({ target }) => onChange(target.value)}
    sx={{ width: 190 }}
  >
    <MenuItem value="">{text().list.ungrouped}</MenuItem>
    {fields.map(([name, field]) => (
      <MenuItem key={name} value={name}>
        {isTime(field) ? text().list.byMonth(translate(field.label)) : translate(field.label)}
      </MenuItem>
    ))}
  </TextField>
);

const TotalValue = ({ label, value }: { label: string; value: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, flexWrap: 'wrap' }}>
    <Typography component="span" variant="body2" color="text.secondary">
      {label}
    </Typography>
    <Typography component="span" variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Typography>
  </Box>
);

const TotalsFailed = ({ onRetry }: { onRetry: () => void }) => (
  <>
    <Typography variant="body2" color="text.secondary">
      {text().list.noTotals}
    </Typography>
    <Button onClick={onRetry}>{text().list.retry}</Button>
  </>
);

/** The count, the sums and the averages of the whole list for the current filter, optionally grouped by a choice or a month. */
export function ListTotals({ entity }: EntityProps) {
  const role = useRole();
  const [by, setBy] = useState('');
  const { data, isError, isPlaceholderData, refetch } = useTotals(entity, by);
  const { total } = useListContext();
  const columns = totalColumns(entity, role);
  const groups = groupFields(entity, role);
  const field = by === '' ? undefined : fieldOf(entity, by);
  if (total === 0) return null;
  return (
    <Box
      component="section"
      aria-label={text().list.totals}
      aria-busy={isPlaceholderData || (!data && !isError)}
      sx={{ ...rowStyle, opacity: isPlaceholderData ? 0.55 : 1 }}
    >
      {isError && <TotalsFailed onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton width={240} height={22} />}
      {!isError && data && (
        <>
          <TotalValue label={text().list.count} value={numberText(data.total)} />
          {columns.map(({ key, label, textOf }) => (
            <TotalValue key={key} label={label} value={textOf(data)} />
          ))}
        </>
      )}
      <Box sx={{ flex: 1 }} />
      {groups.length > 0 && <GroupSelect by={by} fields={groups} onChange={setBy} />}
      {!isError && data && field && (
        <GroupTable entity={entity} by={by} field={field} groups={data.groups} columns={columns} />
      )}
    </Box>
  );
}

const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 1.5,
  px: 2,
  py: 1.25,
} as const;
