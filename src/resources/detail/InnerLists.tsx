import { Box, Typography } from '@mui/material';
import { type ComponentType, Suspense, useCallback, useMemo, useState } from 'react';
import { ListBase, ResourceContextProvider, useListContext } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import { innerOf } from '../../../contract/within.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text, translate } from '../../i18n/text.ts';
import { CreateButton, useCreateDialog } from '../list/CreateButton.tsx';
import { Pager } from '../list/Pager.tsx';
import { Rows } from '../list/Rows.tsx';
import { sortOf } from '../list/sort.ts';
import { useColumns } from '../list/useColumns.ts';
import { type DetailProps, useOverrides } from '../overrides.ts';
import { ChildLists } from './ChildLists.tsx';

const perPage = 10;

interface InnerProps {
  entity: Entity;
  by: string;
  /** The record that the list belongs to. */
  id: number;
  /** The detail of a row, where none was drawn by hand for its entity. */
  Detail: ComponentType<DetailProps>;
}

/** The way to one more record of the list, with the one that it belongs to filled in; none where it may have but one. */
function useCreateWithin({ entity, by, id }: InnerProps, total: number): (() => void) | undefined {
  const options = useMemo(() => entity.form && { form: entity.form, preset: { [by]: id } }, [entity, by, id]);
  const create = useCreateDialog(entity, options);
  return entity.fields[by]?.unique && total > 0 ? undefined : create;
}

function InnerRows(props: InnerProps) {
  const { entity, by, Detail: Generic } = props;
  const [opened, setOpened] = useState<number>();
  const { detail: Detail = Generic } = useOverrides(entity.name);
  const { total = 0, page, setPage } = useListContext<RecordData>();
  const onCreate = useCreateWithin(props, total);
  const columns = entity.list.columns.filter((name) => name !== by);
  const addressOf = useCallback((id: number) => `/${entity.name}/${id}/show`, [entity]);
  const { shown } = useColumns(`within ${by} ${entity.name}`, entity, columns, entity.list.optional);
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {translate(entity.labels)}
        </Typography>
        {onCreate && <CreateButton entity={entity} inner onClick={onCreate} />}
      </Box>
      <Rows
        entity={entity}
        columns={shown}
        options={entity.form && { form: entity.form }}
        addressOf={addressOf}
        onOpen={setOpened}
        empty={<Typography color="text.secondary">{text().list.empty}</Typography>}
        selectable={false}
      />
      <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
      <Suspense fallback={null}>
        {opened !== undefined && <Detail id={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </Box>
  );
}

/** One list in the detail of a record: the records of another entity that point to it. */
export const InnerList = ({ entity, by, id, Detail }: InnerProps) => (
  <ResourceContextProvider value={entity.name}>
    <ListBase
      resource={entity.name}
      filter={{ [by]: id }}
      perPage={perPage}
      sort={sortOf(entity)}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
    >
      <InnerRows entity={entity} by={by} id={id} Detail={Detail} />
    </ListBase>
  </ResourceContextProvider>
);

interface ListsProps extends Pick<InnerProps, 'Detail'> {
  name: string;
  id: number;
  /** Entities that the detail shows in a way of its own. */
  except?: readonly string[];
}

/** The lists that the declarations put into the detail of a record for the present role. */
export function InnerLists({ name, id, Detail, except = [] }: ListsProps) {
  const role = useRole() ?? 'Subordinate';
  return (
    <>
      <ChildLists name={name} id={id} Detail={Detail} />
      {innerOf(name, role).map(
        ({ entity, by }) =>
          by &&
          !except.includes(entity.name) && (
            <InnerList key={entity.name} entity={entity} by={by} id={id} Detail={Detail} />
          ),
      )}
    </>
  );
}
