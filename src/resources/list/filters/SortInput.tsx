import { MenuItem, TextField } from '@mui/material';
import { useListSortContext } from 'react-admin';
import { defaultSortFields } from '../../../../contract/lists/listSort.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { defaultSort, isSortable } from '../../../dataProvider/lists/defaultSort.ts';
import { text } from '../../../i18n/text.ts';
import { labelOf } from '../../values/Cell.tsx';
import { readableColumns } from '../columns/useColumns.ts';

const ways = ['ASC', 'DESC'] as const;

/** The sort order of a list without headings to click. */
export function SortInput({ entity }: { entity: Entity }) {
  const { sort, setSort } = useListSortContext();
  const role = useRole();
  const words = text().list;
  const columns = readableColumns(entity, entity.list.columns, role).filter((name) => isSortable(entity, name));
  const own = defaultSort(entity).field;
  const isSeveral = own.includes(',');
  const names = columns.includes(sort.field) || (sort.field === own && isSeveral) ? columns : [sort.field, ...columns];
  const wordOf = { ASC: words.ascending, DESC: words.descending };
  return (
    <TextField
      select
      label={words.sort}
      value={`${sort.field} ${sort.order}`}
      onChange={({ target }) => {
        const [field = '', order] = target.value.split(' ');
        setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
      }}
    >
      {isSeveral && (
        <MenuItem value={`${own} ASC`}>
          {defaultSortFields(entity)
            .map(({ name, isDescending }) => `${labelOf(entity, name)} · ${wordOf[isDescending ? 'DESC' : 'ASC']}`)
            .join(', ')}
        </MenuItem>
      )}
      {names.flatMap((name) =>
        ways.map((way) => (
          <MenuItem key={`${name} ${way}`} value={`${name} ${way}`}>
            {labelOf(entity, name)} · {wordOf[way]}
          </MenuItem>
        )),
      )}
    </TextField>
  );
}
