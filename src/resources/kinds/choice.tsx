import { translate } from '../../i18n/text.ts';
import { ChoiceChip } from '../values/ChoiceChip.tsx';
import { asItIs } from './plain.tsx';
import type { KindView } from './view.ts';

/** One of the declared choices. */
export const choiceView: KindView = {
  cell: (value, { field }) => <ChoiceChip choices={field.choices ?? []} value={value} otherwise={field.otherwise} />,
  whole: () => undefined,
  group: (value, field) => <ChoiceChip choices={field.choices ?? []} value={value} otherwise={field.otherwise} />,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: 118 },

  input: { as: 'choice' },
  itemsInput: 'values',
  picked: ({ choices }) =>
    choices && { values: choices.map(({ id, label }) => ({ id, label: translate(label) })), isRepeatable: false },

  filter: 'choice',
  filterOptions: ({ choices = [] }) => choices.map(({ id, label }) => ({ id, text: translate(label) })),
  filterText: (value, { choices = [] }) => {
    const label = choices.find(({ id }) => String(id) === String(value))?.label;
    return label ? translate(label) : String(value);
  },
  boundInput: undefined,
  boundText: asItIs,
};
