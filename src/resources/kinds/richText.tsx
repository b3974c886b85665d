import { Suspense } from 'react';
import { plainMarkdown } from '../../../contract/lib/plainMarkdown.ts';
import { dash } from '../values/format.ts';
import { Markdown } from '../values/lazyMarkdown.ts';
import { noRange, plainCell, sameGroup, typed } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A text as Markdown: a cell has its words alone. */
export const richTextView: KindView = {
  cell: (value) => (value ? plainMarkdown(String(value)) : plainCell(value)),
  whole: (value) =>
    typeof value === 'string' ? (
      <Suspense fallback={dash}>
        <Markdown text={value} />
      </Suspense>
    ) : undefined,
  group: sameGroup,
  isWide: true,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'markdown' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  ...noRange,
};
