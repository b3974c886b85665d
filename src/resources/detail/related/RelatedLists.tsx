import { Box, Button, Typography, useMediaQuery } from '@mui/material';
import { useCallback, useMemo } from 'react';
import { useListContext, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import type { Label } from '../../../../contract/messages/label.ts';
import { demandDeclarations } from '../../../../contract/outlines/outlinedContract.ts';
import { listAddress } from '../../../../contract/relations/embeddedLists.ts';
import { filterByReference } from '../../../../contract/relations/inverse.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useIsPhone } from '../../../ui/breakpoints.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { usePrinting } from '../../../ui/print/printing.ts';
import { ExtraRowActionContext } from '../../actions/ExtraRowActionContext.ts';
import { useHasRowActions } from '../../actions/RowActions.tsx';
import { useContract } from '../../ContractContext.ts';
import { useColumns } from '../../list/columns/useColumns.ts';
import { isFilterAllowed } from '../../list/filters/filterFields.ts';
import { EntityTable } from '../../list/table/EntityTable.tsx';
import { fittingColumns } from '../../list/table/fittingColumns.ts';
import { CreateButton } from '../../list/toolbar/CreateButton.tsx';
import { ListNewRowsNotice } from '../../paging/NewRowsNotice.tsx';
import { numberText } from '../../values/format.ts';
import { ChildLists } from './ChildLists.tsx';
import { RelatedListContext } from './RelatedListContext.tsx';
import { RelatedRows } from './RelatedRows.tsx';
import { useAddExisting, useRemoveFromSet } from './useAddExisting.tsx';
import { useCreateRelated } from './useCreateRelated.ts';
import { useOpenRelatedRecord } from './useOpenRelatedRecord.tsx';
import { useRelatedLists } from './useRelatedLists.ts';

interface RelatedListProps {
  entity: Entity;
  by: string;
  label: Label;
  /** The record that the list belongs to. */
  id: number;
  /** True to leave out the heading, for example in a tab that already names the list. */
  bare?: boolean;
}

/** The address of the list with all of these records, if the role may filter it that way. */
function useListAddress({ entity, by, id }: RelatedListProps): string | undefined {
  const role = useRole();
  return isFilterAllowed(entity, role, by) ? listAddress(entity, role, filterByReference(entity, by, id)) : undefined;
}

interface RelatedListHeadProps extends RelatedListProps {
  total: number;
  /** Create a record, or add an existing one. */
  onCreate: (() => void) | undefined;
  onJoin: (() => void) | undefined;
}

/** The title of the list, the number of its records, the link to all of them and the buttons to add one. */
function RelatedListHead({ onCreate, onJoin, total, ...props }: RelatedListHeadProps) {
  const { entity, label, bare = false } = props;
  const address = useListAddress(props);
  const all = total > 0 ? address : undefined;
  // On paper, buttons are left out, and a tab is below its own heading.
  const isPrinting = usePrinting();
  const isEmpty = bare && (isPrinting || (!onCreate && !onJoin && !all));
  return (
    <Box sx={{ display: isEmpty ? 'none' : 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <Typography component="h3" variant="h3" sx={{ flex: 1, visibility: bare ? 'hidden' : undefined }}>
        {translate(label)}{' '}
        {total > 0 && (
          <Typography component="span" color="text.secondary" sx={{ ml: 1, fontWeight: 400 }}>
            {numberText(total)}
          </Typography>
        )}
      </Typography>
      {all && (
        <Button component={Link} to={all} variant="text">
          {text().list.showInList}
        </Button>
      )}
      {onJoin && (
        <Button variant="outlined" onClick={onJoin}>
          {text().list.addExisting(translate(entity.label))}
        </Button>
      )}
      {onCreate && <CreateButton entity={entity} inner onClick={onCreate} />}
    </Box>
  );
}

/** Shown if there are no related records: in a tab a picture with an explanation, below other lists one line. */
function NoRelatedRecords({ entity, bare = false }: RelatedListProps) {
  if (!bare) return <Typography color="text.secondary">{text().list.empty}</Typography>;
  return (
    <EmptyState kind="empty" thing={entity.icon} title={text().list.empty} hint={text().record.noRelatedRecords} />
  );
}

const actionsWidth = 110;

/** The width of a list inside a record in pixels: a record is 900 px wide, or as wide as the window. */
function useListWidth(hasActions: boolean): number {
  const isWhole = useMediaQuery('(min-width: 900px)', { noSsr: true });
  const isPhone = useIsPhone();
  const isTablet = useMediaQuery('(min-width: 740px)', { noSsr: true });
  // Cards show the fields that are declared for them.
  if (isPhone) return Number.POSITIVE_INFINITY;
  return (isWhole ? 850 : isTablet ? 690 : 550) - (hasActions ? actionsWidth : 0);
}

function RelatedListTable(props: RelatedListProps) {
  const { entity, by, bare = false } = props;
  const { total = 0 } = useListContext<RecordData>();
  const onCreate = useCreateRelated(props, total);
  const columns = entity.list.columns.filter((name) => name !== by);
  const addressOf = useCallback((id: number) => `/${entity.name}/${id}/show`, [entity]);
  const { shown } = useColumns(`within ${by} ${entity.name}`, entity, columns, entity.list.optional);
  const options = useMemo(() => entity.form && { form: entity.form }, [entity]);
  const availableWidth = useListWidth(useHasRowActions(entity, options));
  return (
    <Box component="section" sx={{ mt: bare ? 0 : 3 }}>
      <RelatedListHead {...props} total={total} onCreate={onCreate} onJoin={useAddExisting(props)} />
      <ListNewRowsNotice isInner />
      <RelatedRows entity={entity}>
        <EntityTable
          entity={entity}
          columns={useMemo(() => fittingColumns(entity, shown, availableWidth), [entity, shown, availableWidth])}
          options={options}
          addressOf={addressOf}
          onOpen={useOpenRelatedRecord(entity)}
          empty={<NoRelatedRecords {...props} />}
          selectable={false}
          bare
        />
      </RelatedRows>
    </Box>
  );
}

/** A list in the detail of a record: the records of another entity that reference it. */
export const RelatedList = (props: RelatedListProps) => (
  <ExtraRowActionContext value={useRemoveFromSet(props)}>
    <RelatedListContext entity={props.entity} by={props.by} id={props.id}>
      <RelatedListTable {...props} />
    </RelatedListContext>
  </ExtraRowActionContext>
);

interface ListsProps {
  name: string;
  id: number;
  /** Entities that the detail shows in its own way. */
  except?: readonly string[];
}

/** The declared lists below the values of a record, for the user's role, without those that are tabs. */
export function RelatedLists({ name, id, except = [] }: ListsProps) {
  const holder = useContract().entity(name);
  const elsewhere = [...except, ...(holder.detail?.tabs ?? [])];
  const inner = useRelatedLists(holder, useRecordContext<RecordData>());
  const children = Object.values(holder.children ?? {});
  const shown = [...children, ...inner].map(({ entity }) => (typeof entity === 'string' ? entity : entity.name));
  demandDeclarations(
    holder.contract,
    shown.filter((one) => !elsewhere.includes(one)),
  );
  return (
    <>
      <ChildLists name={name} id={id} except={elsewhere} />
      {inner.map(
        (one) => !elsewhere.includes(one.entity.name) && <RelatedList key={one.entity.name} {...one} id={id} />,
      )}
    </>
  );
}
