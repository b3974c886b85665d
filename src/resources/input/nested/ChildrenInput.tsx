import AddIcon from '@mui/icons-material/Add';
import { Box, Button, FormHelperText, FormLabel, Skeleton, Typography } from '@mui/material';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { changedChildRows, type FormChildRow as Row } from '../../../dataProvider/forms/childRows.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useDirtyPart } from '../../../ui/dialog/DialogFrameContext.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { useContract } from '../../ContractContext.ts';
import { childrenPerPage, useChildPages } from '../../formState/childRowPages.ts';
import { defaultValues } from '../../formState/defaultValues.ts';
import { Pager } from '../../paging/Pager.tsx';
import type { FieldInputProps } from '../../slotTypes.ts';
import { numberText } from '../../values/format.ts';
import { errorMessage, helperText, useDeclaredField } from '../shared/useFieldInput.tsx';
import { ChildInputRow } from './ChildInputRow.tsx';
import { useChildSection } from './ChildScope.tsx';

type ChildPagesState = ReturnType<typeof useChildPages>;

const listStyle = { m: 0, p: 0, listStyle: 'none', outline: 'none' } as const;

/** The range of the shown children, if there are several pages. */
function RowRange({ page, total }: ChildPagesState) {
  if (total <= childrenPerPage) return null;
  const [from, to] = [(page - 1) * childrenPerPage + 1, Math.min(page * childrenPerPage, total)];
  return (
    <Typography variant="body2" color="text.secondary" aria-live="polite">
      {text().form.rowRange(numberText(from), numberText(to), numberText(total))}
    </Typography>
  );
}

/** If none of the refused rows is on the current page, opens the page of the first one and focuses its input. */
function useTurnToRefused(source: string, rows: readonly Row[], { page, turn, pageOf }: ChildPagesState) {
  const container = useRef<HTMLDivElement>(null);
  const isTurned = useRef(false);
  const { errors, submitCount, isSubmitting } = useFormState();
  const sectionErrors = errors[source] ?? {};
  const refused = rows.filter((_, at) => Object.hasOwn(sectionErrors, at));
  useEffect(() => {
    const pages = refused.flatMap(({ id }) => (id === undefined ? page : (pageOf(id) ?? page)));
    const [first] = pages;
    if (isSubmitting || submitCount === 0 || first === undefined || pages.includes(page)) return;
    isTurned.current = true;
    turn(first);
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    if (isTurned.current) container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    isTurned.current = false;
  }, [page]);
  return container;
}

/**
 * The children that are saved together with a record: a row of inputs for each, with buttons to add and remove them.
 */
export function ChildrenInput(props: FieldInputProps) {
  const field = useDeclaredField(props);
  const { source, disabled = false } = props;
  const { fields, append, remove } = useFieldArray({ name: source, keyName: 'key' });
  const rows = fields as readonly (Row & { readonly key: string })[];
  const pages = useChildPages(source);
  const changedRows = changedChildRows(field, useWatch({ name: source }));
  useDirtyPart(source, changedRows.length > 0);
  const error = errorMessage(useFormContext().getFieldState(source, useFormState({ name: source })).error);
  const child = useContract().entity(field.to ?? '');
  const { by = '' } = useChildSection(source) ?? {};
  const { made } = field.forms ?? {};
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const container = useTurnToRefused(source, rows, pages);
  const drop = useCallback(
    (at: number) => {
      remove(at);
      add.current?.focus();
    },
    [remove],
  );
  const turn = (page: number) => {
    pages.turn(page);
    // After turning the page, the focus goes to its first row.
    list.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView?.({ block: 'start' });
  };
  const id = useId();
  const { page, total, ids = [] } = pages;
  const drawRow = (row: (typeof rows)[number] | undefined, number: number) => {
    if (!row) return null;
    const at = rows.indexOf(row);
    return (
      <ChildInputRow
        key={row.key}
        at={at}
        number={number}
        field={field}
        child={child}
        by={by}
        disabled={disabled}
        source={`${source}.${at}`}
        onDrop={drop}
      />
    );
  };
  return (
    <Box ref={container} role="group" aria-labelledby={id} sx={{ mb: 1, scrollMarginTop: 16 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <FormLabel id={id} error={error !== undefined} sx={{ fontSize: '0.75rem' }}>
          {props.label ?? translate(field.label)}
        </FormLabel>
        <RowRange {...pages} />
      </Box>
      <Box ref={list} component="ol" tabIndex={-1} aria-labelledby={id} sx={listStyle}>
        {ids.map((one, at) =>
          drawRow(
            rows.find((row) => row.id === one),
            (page - 1) * childrenPerPage + at + 1,
          ),
        )}
      </Box>
      {pages.ids === undefined && !pages.failed && <Skeleton variant="rounded" height={600} />}
      {pages.failed && <LoadFailed onRetry={pages.readAgain} />}
      <Pager total={total} page={page} perPage={childrenPerPage} onPage={turn} />
      <Box component="ol" sx={listStyle}>
        {rows.filter((row) => row.id === undefined).map((row, at) => drawRow(row, total + at + 1))}
      </Box>
      {made && (
        <Button
          ref={add}
          size="small"
          startIcon={<AddIcon />}
          disabled={disabled || changedRows.length >= (field.max ?? 100)}
          onClick={() => append(defaultValues(child.contract, made, {}, child.fields))}
        >
          {text().actions.addItem(translate(child.label))}
        </Button>
      )}
      <FormHelperText error={error !== undefined} {...(error !== undefined && { role: 'alert' })}>
        {helperText(error, props.hint)}
      </FormHelperText>
    </Box>
  );
}
