import { Box, Button, Paper, Typography } from '@mui/material';
import { memo, Suspense, useEffect, useState } from 'react';
import { ListBase, useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { may } from '../../contract/access.ts';
import type { Entity, ScreenDeclaration } from '../../contract/entity.ts';
import { entityNamed } from '../../contract/index.ts';
import { custom, type RecordData } from '../custom/registry.tsx';
import { say, text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { BulkBar } from './BulkBar.tsx';
import { stepsInBulk } from './bulk.ts';
import { type Columns, ColumnsButton, useColumns } from './ColumnsButton.tsx';
import { EntityDetail } from './EntityDetail.tsx';
import { EntityForm } from './EntityForm.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Pager } from './Pager.tsx';
import { RowActions } from './RowActions.tsx';
import { Rows, useReadable } from './Rows.tsx';
import { ViewsButton } from './ViewsButton.tsx';

const perPage = 20;

/** The record whose detail is open stands in the address as `id`. */
function useOpened(): [number | undefined, (id?: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  const id = Number(parameters.get('id')) || undefined;
  const open = (next?: number) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      after.delete('id');
      if (next !== undefined) after.set('id', String(next));
      return after;
    });
  return [id, open];
}

/** How many rows stand on a page is the server's to say (R-TABLE-01). */
function usePageSize(): void {
  const { perPage, setPerPage, meta } = useListContext();
  const given = Number(meta?.per_page) || perPage;
  useEffect(() => {
    if (given !== perPage) setPerPage(given);
  }, [given, perPage, setPerPage]);
}

/** Asks for the list again while one of its rows is about to change by itself. */
function usePending(pending: ((record: RecordData) => boolean) | undefined): void {
  const { data, refetch } = useListContext<RecordData>();
  const waiting = Boolean(pending && data?.some(pending));
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void refetch(), 2000);
    return () => clearInterval(timer);
  }, [waiting, refetch]);
}

/** What stands above the rows; it is not drawn again because the rows are. */
const Tools = memo(function Tools({
  entity,
  screen,
  columns,
}: {
  entity: Entity;
  screen: ScreenDeclaration;
  columns: Columns;
}) {
  return (
    <FilterBar entity={entity} screen={screen}>
      <ViewsButton screen={`${screen.path} ${entity.name}`} />
      <ColumnsButton entity={entity} columns={columns.all} shown={columns.shown} onToggle={columns.toggle} />
      {!entity.without?.includes('export') && <ExportButton entity={entity} only={screen.only} />}
    </FilterBar>
  );
});

function Screen({ entity, screen, heading }: { entity: Entity; screen: ScreenDeclaration; heading: 'h1' | 'h2' }) {
  const role = useRole();
  const { total = 0, page, perPage, setPage, refetch, filterValues } = useListContext<RecordData>();
  usePageSize();
  const [opened, open] = useOpened();
  const [creating, setCreating] = useState(false);
  const own = custom[entity.name] ?? {};
  usePending(own.pending);
  const form = screen.form ?? entity.form;
  const Create = own.create;
  const Detail = own.detail;
  const Toolbar = own.toolbar;
  const mayCreate = may(entity.access, 'create', role) && Boolean(form || Create);
  const done = () => {
    setCreating(false);
    void refetch();
  };
  const createButton = mayCreate && (
    <Button variant="contained" onClick={() => setCreating(true)}>
      {text().list.create(say(entity.label))}
    </Button>
  );
  const filtered = Object.keys(filterValues).length > 0;
  const { data = [] } = useListContext<RecordData>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const readable = useReadable(entity, screen.columns ?? entity.list.columns);
  const columns = useColumns(screen.path, readable, screen.columns ? [] : entity.list.optional);
  const chosen = data.filter((record) => selected.has(record.id));
  const actions = [...(own.bulk ?? []), ...stepsInBulk(entity)];
  const selectable = actions.some((action) => role && data.some((record) => action.applies(record, role)));
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2, flexWrap: 'wrap' }}>
        <Typography component={heading} variant={heading} sx={{ flex: 1 }}>
          {say(screen.label)}
        </Typography>
        <Suspense fallback={null}>{Toolbar && <Toolbar onDone={done} />}</Suspense>
        {createButton}
      </Box>
      <Paper variant="outlined">
        <Tools entity={entity} screen={screen} columns={columns} />
        <BulkBar entity={entity} actions={actions} records={chosen} onDone={() => void refetch()} />
        <Rows
          entity={entity}
          columns={columns.shown}
          selected={selectable ? selected : undefined}
          onSelect={setSelected}
          onOpen={open}
          actions={(record) => (
            <RowActions entity={entity} form={form} required={screen.required} record={record} onDone={done} />
          )}
          empty={
            <>
              <Typography color="text.secondary">{filtered ? text().list.noMatch : text().list.empty}</Typography>
              {!filtered && createButton}
            </>
          }
        />
        <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
      </Paper>
      <Suspense fallback={null}>
        {creating && Create && <Create onClose={() => setCreating(false)} onDone={done} />}
        {creating && !Create && form && (
          <EntityForm
            entity={entity}
            form={form}
            preset={screen.preset ?? {}}
            required={screen.required ?? []}
            onClose={() => setCreating(false)}
            onDone={done}
          />
        )}
        {opened !== undefined && Detail && <Detail id={opened} onClose={() => open()} onDone={done} />}
        {opened !== undefined && !Detail && <EntityDetail entity={entity} id={opened} onClose={() => open()} />}
      </Suspense>
    </>
  );
}

/** The page of a declared entity: its list, with everything that can be done from there. */
export function EntityScreen({ name, path, heading = 'h1' }: { name: string; path: string; heading?: 'h1' | 'h2' }) {
  const entity = entityNamed(name);
  // A list that stands inside another page has no screen of its own in the declaration.
  const inner: ScreenDeclaration = { path, roles: entity.access.list, label: entity.labels };
  const screen = entity.screens?.find((one) => one.path === path) ?? inner;
  const sort = {
    field: entity.list.sort.replace(/^-/, ''),
    order: entity.list.sort.startsWith('-') ? 'DESC' : 'ASC',
  } as const;
  return (
    <ListBase
      resource={name}
      perPage={perPage}
      sort={sort}
      filter={screen.only ?? {}}
      storeKey={`${path} ${name}`}
      disableAuthentication
    >
      <Screen entity={entity} screen={screen} heading={heading} />
    </ListBase>
  );
}
