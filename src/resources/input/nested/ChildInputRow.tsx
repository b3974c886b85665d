import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import { Box, FormHelperText, IconButton, Tooltip, Typography } from '@mui/material';
import { Fragment, memo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { fieldsRequiredByRules } from '../../../../contract/conditions/checkRules.ts';
import { formRecord } from '../../../../contract/conditions/records.ts';
import { translateMessage } from '../../../../contract/messages/catalogue.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { Field, Fields, ItemForms } from '../../../../contract/schema/field/field.ts';
import { currentCaller, isPermitted } from '../../../authProvider/authProvider.ts';
import { childInputFields, childRowMark, type FormChildRow as Row } from '../../../dataProvider/forms/childRows.ts';
import { language } from '../../../i18n/language.ts';
import { text, translate } from '../../../i18n/text.ts';
import { nameOf } from '../../values/Cell.tsx';
import { PlainInput } from '../scalars/ScalarInput.tsx';
import { CalculatedNumbers } from '../shared/CalculatedNumbers.tsx';
import { NewRow } from '../shared/NewRow.tsx';
import { errorMessage } from '../shared/useFieldInput.tsx';
import { ChildScope } from './ChildScope.tsx';

interface Props {
  /** The path of the row in the form. */
  source: string;
  /** Its index in the form, whatever page it is on. */
  at: number;
  /** Its number among all children. */
  number: number;
  field: Field;
  child: Entity;
  /** The reference of the child to the record of the form. */
  by: string;
  disabled: boolean;
  /** Removes a new row from the form. */
  onDrop: (at: number) => void;
}

const markTones = { made: 'good', changed: 'info', removed: 'bad' } as const;

function ChangeMark({ mark }: { mark: keyof ItemForms | undefined }) {
  const { added, changed, willBeDeleted } = text().form;
  const words = { made: added, changed, removed: willBeDeleted };
  return mark ? <span className={`choice ${markTones[mark]}`}>{words[mark]}</span> : null;
}

/**
 * The inputs of a row: all that a new child may set, or those that were read of an existing child and may be changed.
 */
function rowFields(forms: ItemForms, row: Row): Fields {
  if (row.id === undefined) return forms.made ?? {};
  return Object.fromEntries(
    Object.entries(childInputFields(forms.changed)).filter(([name]) => row[name] !== undefined),
  );
}

/** The message of a row that belongs to none of its inputs. */
function useRowMessage(source: string, fields: Fields): string | undefined {
  const error = useFormContext().getFieldState(source, useFormState({ name: source })).error as object | undefined;
  if (!error) return undefined;
  const others = Object.entries(error).filter(([name]) => !(name in fields) && name !== 'ref' && name !== 'type');
  return errorMessage(error) ?? others.map(([, one]) => errorMessage(one)).find((message) => message !== undefined);
}

function RowInputs({
  source,
  fields,
  child,
  by,
  row,
  disabled,
}: Pick<Props, 'source' | 'child' | 'by' | 'disabled'> & { fields: Fields; row: Row }) {
  const requiredNames = fieldsRequiredByRules(child, formRecord({ ...row._was, ...row }), currentCaller());
  return (
    <ChildScope section={{ child, by }} source={source} fields={fields} saved={row._was}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          // Room for the label of an input below a message of two lines.
          rowGap: 1.25,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {Object.entries(fields).map(([name, field]) => (
          <PlainInput
            key={name}
            source={`${source}.${name}`}
            field={requiredNames.has(name) ? { ...field, required: true } : field}
            disabled={disabled}
          />
        ))}
      </Box>
      <CalculatedNumbers fields={fields} />
    </ChildScope>
  );
}

interface RowButtonProps {
  row: Row;
  item: string;
  number: number;
  disabled: boolean;
  onPress: () => void;
}

/** Marks the child for deletion, or unmarks it. It is one button, so that the focus stays in place. */
function RowButton({ row, item, number, disabled, onPress }: RowButtonProps) {
  const word = row.remove ? text().actions.undoItem(item, number) : text().actions.removeItem(item, number);
  return (
    <Tooltip title={word}>
      <IconButton size="small" aria-label={word} disabled={disabled} onClick={onPress}>
        {row.remove ? <UndoIcon fontSize="small" /> : <DeleteOutlined fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}

function RowHead({ row, child, mark }: { row: Row; child: Entity; mark: keyof ItemForms | undefined }) {
  const isRemoved = mark === 'removed';
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {row._was && (
        <Typography
          variant="body2"
          sx={{ fontWeight: 600, overflowWrap: 'anywhere', textDecoration: isRemoved ? 'line-through' : 'none' }}
        >
          {nameOf(child, { id: 0, ...row._was })}
        </Typography>
      )}
      <ChangeMark mark={mark} />
    </Box>
  );
}

/** True if the action is permitted on the child, as far as its record shows. */
const isRowPermitted = (child: Entity, action: 'edit' | 'remove', { _was }: Row): boolean =>
  isPermitted(child, action, _was);

/** A child in the form of its parent: its inputs, what saving will do with it, and a button to remove it. */
export const ChildInputRow = memo(function ChildRow({ source, at, number, field, child, by, disabled, onDrop }: Props) {
  const row = (useWatch({ name: source }) ?? {}) as Row;
  const { setValue } = useFormContext();
  const forms = field.forms ?? {};
  const fields = rowFields(forms, row);
  const message = useRowMessage(source, fields);
  const item = translate(child.label);
  const isNew = row.id === undefined;
  const mark = childRowMark(forms, row);
  const press = () =>
    isNew ? onDrop(at) : setValue(`${source}.remove`, !row.remove, { shouldDirty: true, shouldTouch: true });
  const Frame = isNew ? NewRow : Fragment;
  const isOpen = isNew || (forms.changed !== undefined && isRowPermitted(child, 'edit', row));
  return (
    <Box
      component="li"
      aria-label={`${item} ${number}`}
      sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}
      data-mark={mark ?? ''}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 36, mb: row.remove ? 0 : 1 }}>
        <RowHead row={row} child={child} mark={mark} />
        {(isNew || (forms.removed !== undefined && isRowPermitted(child, 'remove', row))) && (
          <RowButton row={row} item={item} number={number} disabled={disabled} onPress={press} />
        )}
      </Box>
      {!row.remove && (
        <Frame>
          <RowInputs source={source} fields={fields} child={child} by={by} row={row} disabled={disabled || !isOpen} />
        </Frame>
      )}
      {message && (
        <FormHelperText error role="alert">
          {translateMessage(message, language())}
        </FormHelperText>
      )}
    </Box>
  );
});
