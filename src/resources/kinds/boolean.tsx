import { yesAndNo } from '../../../contract/kinds/boolean.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { dash } from '../values/format.ts';
import { asItIs } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** Yes or No, or the words that the field has for them. */
function word({ words }: Field, isYes: boolean): string {
  const name = isYes ? 'yes' : 'no';
  return words ? translate(words[name]) : text().form[name];
}

/** Shows a yes as a coloured chip if the field declares a tone; a no is always plain text. */
function YesOrNo({ value, field }: { value: unknown; field: Field }) {
  if (value === true && field.tone) return <span className={`choice ${field.tone}`}>{word(field, true)}</span>;
  return typeof value === 'boolean' ? word(field, value) : dash;
}

export const booleanView: KindView = {
  cell: (value, { field }) => <YesOrNo value={value} field={field} />,
  whole: () => undefined,
  group: (value, field) => (typeof value === 'boolean' ? word(field, value) : value),
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: usualWidth },

  input: { as: 'switch' },
  itemsInput: 'values',
  picked: ({ words = yesAndNo }) => ({
    values: [true, false].map((id) => ({ id, label: translate(words[id ? 'yes' : 'no']) })),
    isRepeatable: true,
  }),

  filter: 'choice',
  filterOptions: (field) => [true, false].map((isYes) => ({ id: String(isYes), text: word(field, isYes) })),
  filterText: (value, field) => word(field, String(value) === 'true'),
  boundInput: undefined,
  boundText: asItIs,
};
