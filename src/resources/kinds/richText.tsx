import { Suspense } from 'react';
import { plainMarkdown } from '../../../contract/lib/plainMarkdown.ts';
import { dash } from '../values/format.ts';
import { LazyMarkdown } from '../values/lazyMarkdown.ts';
import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** Markdown text; a cell shows it without the markup. */
export const richTextView: KindView = {
  cell: (value) => (value ? plainMarkdown(String(value)) : plainCell(value)),
  whole: (value) =>
    typeof value === 'string' ? (
      <Suspense fallback={dash}>
        <LazyMarkdown text={value} />
      </Suspense>
    ) : undefined,
  group: plainGroup,
  isWide: true,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'markdown' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
