import { Box } from '@mui/material';
import { allParameter } from '../../../../../contract/schema/entity.ts';
import { text } from '../../../../i18n/text.ts';
import type { FilterEditorProps } from '../../../dialogSlots.ts';
import { kindViews } from '../../../kinds/index.ts';
import { filterValue } from '../activeFilters.ts';
import { FilterButton } from '../FilterButton.tsx';
import { FilterText } from '../FilterText.tsx';
import { ManyFilter } from './ManyFilter.tsx';
import { RecordFilter } from './RecordFilter.tsx';
import { TagsFilter } from './TagsFilter.tsx';

/** Focuses the input of an editor that has just opened. */
const focusInput = (editor: HTMLElement | null) => editor?.querySelector('input')?.focus();

function PickerEditor({
  filter: { name, field },
  values,
  onChange,
  onDone,
}: Omit<FilterEditorProps, 'isNew'> & { onDone: () => void }) {
  if (!field) return null;
  if (field.joined) {
    const isAll = values[allParameter(name)] !== undefined;
    return (
      <ManyFilter
        name={name}
        field={field}
        value={values[isAll ? allParameter(name) : name]}
        all={isAll}
        onChange={(ids, all) =>
          onChange({ [name]: all ? undefined : ids, [allParameter(name)]: all ? ids : undefined })
        }
      />
    );
  }
  const props = { name, field, value: values[name] };
  if (kindViews[field.kind].filter === 'tags')
    return <TagsFilter {...props} onChange={(value) => onChange({ [name]: value })} />;
  const pick = (value: unknown) => {
    onChange({ [name]: value });
    if (value) onDone();
  };
  return <RecordFilter {...props} onChange={pick} />;
}

/** A filter whose values are picked records or typed tags: a button with its text, which opens the picker. */
export function PickerFilter({ filter, values, isNew, onChange }: FilterEditorProps) {
  const { name, label, field } = filter;
  const value = filterValue(filter, values);
  const isAll = field?.joined && values[allParameter(name)] !== undefined;
  const words = text().list;
  const valueText = value === undefined ? words.any : <FilterText field={field} value={value} />;
  return (
    <FilterButton
      label={label}
      isNew={isNew}
      summary={
        <>
          {words.filterText(isAll ? `${label} (${words.allOf})` : label, '')}
          {valueText}
        </>
      }
    >
      {(close) => (
        <Box ref={focusInput} sx={{ p: 2, width: 300, '& > *': { width: '100% !important' } }}>
          <PickerEditor filter={filter} values={values} onChange={onChange} onDone={close} />
        </Box>
      )}
    </FilterButton>
  );
}
