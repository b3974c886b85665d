import { yesAndNo } from '../../../contract/kinds/boolean.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { dash } from '../values/format.ts';
import { asItIs } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

const word = (isYes: boolean): string => (isYes ? text().form.yes : text().form.no);

/** Shows a yes as a coloured chip if the field declares a tone; a no is always plain text. */
function YesOrNo({ value, tone }: { value: unknown; tone: Field['tone'] }) {
  if (value === true && tone) return <span className={`choice ${tone}`}>{word(true)}</span>;
  return typeof value === 'boolean' ? word(value) : dash;
}

export const booleanView: KindView = {
  cell: (value, { field }) => <YesOrNo value={value} tone={field.tone} />,
  whole: () => undefined,
  group: (value) => (typeof value === 'boolean' ? word(value) : value),
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: usualWidth },

  input: { as: 'switch' },
  itemsInput: 'values',
  picked: () => ({
    values: [true, false].map((id) => ({ id, label: translate(yesAndNo[id ? 'yes' : 'no']) })),
    isRepeatable: true,
  }),

  filter: 'choice',
  filterOptions: () => [
    { id: 'true', text: word(true) },
    { id: 'false', text: word(false) },
  ],
  filterText: (value) => word(String(value) === 'true'),
  boundInput: undefined,
  boundText: asItIs,
};
