import { Box, Button, Skeleton, Typography } from '@mui/material';
import { Suspense, useMemo, useState } from 'react';
import { useListContext, useRecordContext } from 'react-admin';
import { nounInRecord } from '../../../../contract/relations/attachments.ts';
import { type ChildSection, childSections } from '../../../../contract/relations/embeddedLists.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { usePrinting } from '../../../ui/print/printing.ts';
import { useContract } from '../../ContractContext.ts';
import { useDialogSlots } from '../../dialogSlots.ts';
import type { FormOptions } from '../../form/entityFields.ts';
import { useColumns } from '../../list/columns/useColumns.ts';
import { EntityTable } from '../../list/table/EntityTable.tsx';
import { ListNewRowsNotice } from '../../paging/NewRowsNotice.tsx';
import { numberText } from '../../values/format.ts';
import { ChildRecordRow, closeOnEscape } from './ChildRecordRow.tsx';
import { isExcluded } from './isExcluded.ts';
import { RelatedListContext } from './RelatedListContext.tsx';
import { RelatedRows } from './RelatedRows.tsx';
import { useOpenRelatedRecord } from './useOpenRelatedRecord.tsx';

interface Props {
  child: ChildSection;
  /** The record that the children belong to. */
  id: number;
  /** True to leave out the heading, for example in a tab that already names the list. */
  bare?: boolean;
}

/** The columns of the children: those of their list, without the record that they belong to. */
function useChildColumns({ entity, section }: ChildSection): readonly string[] {
  const columns = entity.list.columns.filter((name) => name !== section.by);
  return useColumns(`child ${section.by} ${entity.name}`, entity, columns, entity.list.optional).shown;
}

/** The children as a table, for paper. */
function PrintedChildren({ child, onOpen }: Pick<Props, 'child'> & { onOpen: (id: number) => void }) {
  const { entity } = child;
  return (
    <EntityTable
      entity={entity}
      columns={useChildColumns(child)}
      options={undefined}
      addressOf={(id) => `/${entity.name}/${id}/show`}
      onOpen={onOpen}
      empty={<Typography color="text.secondary">{text().list.empty}</Typography>}
      selectable={false}
      plain
      bare
    />
  );
}

/** The children, or what is shown while they load, if there are none, or if loading failed. */
function ChildRecordRows({
  child,
  options,
  onOpen,
}: Pick<Props, 'child'> & { options: FormOptions; onOpen: (id: number) => void }) {
  const { data, error, refetch } = useListContext<RecordData>();
  const { entity } = child;
  const shown = useChildColumns(child);
  if (!data) return error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={72} />;
  if (data.length === 0) return <Typography color="text.secondary">{text().list.empty}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.map((record) => (
        <ChildRecordRow
          key={record.id}
          entity={entity}
          columns={shown}
          record={record}
          options={options}
          onOpen={onOpen}
        />
      ))}
    </Box>
  );
}

/** True if no new child can refer to the record that is shown. */
function useIsExcluded({ entity, section }: ChildSection): boolean {
  const record = useRecordContext<RecordData>();
  const { where, to = '' } = entity.fields[section.by] ?? {};
  const parent = useContract().byName.get(to);
  return record !== undefined && parent !== undefined && isExcluded(parent, record, where);
}

/** A button that opens the form for a new child in its place, if the role may create one. */
function AddChild({ child, options }: Pick<Props, 'child'> & { options: FormOptions }) {
  const { entity, section } = child;
  const isExcluded = useIsExcluded(child);
  const { InlineForm } = useDialogSlots();
  const { total = 0 } = useListContext();
  /** After the form is closed, the button gets the focus. */
  const [mode, setMode] = useState<'button' | 'form' | 'back'>('button');
  const isFull = Boolean(entity.fields[section.by]?.unique) && total > 0;
  const close = () => setMode('back');
  if (isFull || isExcluded || options.form.length === 0 || !isPermitted(entity, 'create')) return null;
  if (mode !== 'form')
    return (
      <Button
        variant="outlined"
        size="small"
        autoFocus={mode === 'back'}
        sx={{ mt: 1 }}
        onClick={() => setMode('form')}
      >
        {text().list.create(translate(nounInRecord(entity)))}
      </Button>
    );
  return (
    <Box sx={{ mt: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }} data-escape onKeyDown={closeOnEscape(close)}>
      <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
        <InlineForm entity={entity} options={options} onClose={close} />
      </Suspense>
    </Box>
  );
}

function ChildSectionView({ child, id, bare = false }: Props) {
  const { entity, section } = child;
  const { total } = useListContext<RecordData>();
  const isPrinting = usePrinting();
  const open = useOpenRelatedRecord(entity);
  const options = useMemo(() => ({ form: section.add ?? [], preset: { [section.by]: id } }), [section, id]);
  return (
    <Box component="section" aria-label={translate(section.label ?? entity.labels)} sx={{ mt: bare ? 0 : 3 }}>
      {!(bare && isPrinting) && (
        <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
          {translate(section.label ?? entity.labels)}{' '}
          {total !== undefined && (
            <Typography component="span" color="text.secondary" sx={{ ml: 1, fontWeight: 400 }}>
              {numberText(total)}
            </Typography>
          )}
        </Typography>
      )}
      <ListNewRowsNotice isInner />
      <RelatedRows entity={entity} paper={<PrintedChildren child={child} onOpen={open} />}>
        <ChildRecordRows child={child} options={options} onOpen={open} />
      </RelatedRows>
      <Box sx={{ display: isPrinting ? 'none' : undefined }}>
        <AddChild child={child} options={options} />
      </Box>
    </Box>
  );
}

/** A section with the children of one record, their number, a form to add one, and a form in place of each. */
export const ChildList = (props: Props) => (
  <RelatedListContext entity={props.child.entity} by={props.child.section.by} id={props.id} quiet>
    <ChildSectionView {...props} />
  </RelatedListContext>
);

interface ListsProps {
  name: string;
  id: number;
  /** Children that are shown elsewhere, for example in a tab. */
  except?: readonly string[];
}

/** The child sections that an entity declares, for the user's role. */
export function ChildLists({ name, id, except = [] }: ListsProps) {
  const role = useRole();
  return childSections(useContract().entity(name), role)
    .filter(({ entity }) => !except.includes(entity.name))
    .map((child) => <ChildList key={child.name} child={child} id={id} />);
}
