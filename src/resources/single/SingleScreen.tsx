import { Box, Skeleton, Typography } from '@mui/material';
import { Suspense, useState } from 'react';
import { useGetOne } from 'react-admin';
import { type Entity, singleId } from '../../../contract/schema/entity.ts';
import type { ScreenDeclaration } from '../../../contract/schema/screen.ts';
import { mayReadHistory } from '../../../contract/timeline/history.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { hasUnsaved } from '../../ui/dialog/unsaved.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { useContract, useReferencedDeclarations } from '../ContractContext.ts';
import { RecordActions } from '../detail/record/RecordActions.tsx';
import { type RecordTab, RecordTabs } from '../detail/record/RecordTabs.tsx';
import type { FormOptions } from '../form/entityFields.ts';
import { useOverrides } from '../overrides.ts';
import { SingleForm } from './SingleForm.tsx';

const RecordHistory = lazyChunk(() =>
  import('../detail/history/RecordHistory.tsx').then((found) => ({ default: found.RecordHistory })),
);

interface Props {
  entity: Entity;
  screen: ScreenDeclaration;
  /** True inside another page: without the frame and the history. */
  isInner?: boolean;
}

/** The record in the form: the fetched one, which does not change under what somebody types. */
function useEditedRecord(entity: Entity) {
  const found = useGetOne<RecordData>(entity.name, { id: singleId }, { refetchOnMount: 'always' });
  const [edited, setEdited] = useState<RecordData>();
  const [saves, setSaves] = useState(0);
  const { data } = found;
  if (data && data !== edited && (!edited || (!hasUnsaved() && data.version !== edited.version))) setEdited(data);
  const reload = async () => setEdited((await found.refetch()).data);
  const saved = (record: RecordData) => {
    setEdited(record);
    setSaves(saves + 1);
  };
  return { record: edited, error: found.error, reload, saved, saves };
}

/** The page of an entity with one record: its form, its actions and its history. */
export function SinglePage({ entity, screen, isInner = false }: Props) {
  const { record, error, reload, saved, saves } = useEditedRecord(entity);
  const role = useRole();
  const { toolbar: Toolbar } = useOverrides(entity.name);
  useReferencedDeclarations(entity.fields);
  const options: FormOptions = { form: screen.form ?? entity.form ?? [] };
  if (!record) return error ? <LoadFailed onRetry={reload} /> : <Skeleton variant="rounded" height={240} />;
  const form: RecordTab = {
    name: 'overview',
    label: text().record.overview,
    draw: () => (
      <SingleForm
        key={saves}
        entity={entity}
        options={options}
        record={record}
        isInner={isInner}
        onReload={() => void reload()}
        onSaved={saved}
      />
    ),
  };
  const history: RecordTab = {
    name: 'history',
    label: text().record.history,
    draw: () => (
      <ErrorBoundary>
        <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
          <RecordHistory entity={entity} record={record} />
        </Suspense>
      </ErrorBoundary>
    ),
  };
  return (
    <>
      <RecordActions entity={entity} record={record} options={undefined}>
        {Toolbar && (
          <Suspense fallback={null}>
            <Toolbar />
          </Suspense>
        )}
      </RecordActions>
      {isInner ? form.draw() : <RecordTabs tabs={mayReadHistory(entity, role) ? [form, history] : [form]} />}
    </>
  );
}

/** The screen of an entity with one record. */
export function SingleScreen({ name, path }: { name: string; path: string }) {
  const entity = useContract().entity(name);
  const screen = entity.screens?.find((one) => one.path === path) ?? {
    path,
    roles: entity.access.list,
    label: entity.label,
  };
  return (
    <Box data-list>
      <Typography component="h1" variant="h1" sx={{ mb: 2 }}>
        {translate(screen.label)}
      </Typography>
      <SinglePage entity={entity} screen={screen} />
    </Box>
  );
}
