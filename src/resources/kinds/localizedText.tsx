import { Typography } from '@mui/material';
import { type LocalizedText, languagesFor, textIn } from '../../../contract/messages/localizedText.ts';
import { language } from '../../i18n/language.ts';
import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** The text in the reader's language, or else in the other one. */
const readerText = (value: unknown) => plainCell(textIn(value, language()));

/** Both texts, the reader's first; undefined if there is only one. */
function bothTexts(value: unknown) {
  const texts = languagesFor(language()).map((one) => (value as LocalizedText | null | undefined)?.[one]);
  const [own, other] = texts;
  if (!own || !other || own === other) return undefined;
  return (
    <>
      {own}
      <Typography component="span" variant="body2" color="text.secondary" sx={{ display: 'block' }}>
        {other}
      </Typography>
    </>
  );
}

/** A text in one or both languages: lists show the reader's, a record shows both. */
export const localizedTextView: KindView = {
  cell: readerText,
  whole: bothTexts,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'whenLong', figure: undefined, width: usualWidth },

  input: { as: 'localized' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
