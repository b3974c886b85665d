import { Box } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';
import { dash, jsonText } from './format.ts';
import { LazyMarkdown } from './lazyMarkdown.ts';

/** Kinds whose values take a whole line in a detail. */
export const wideKinds: ReadonlySet<Field['kind']> = new Set(['longText', 'richText', 'json']);

/** The whole value, where there is room for it; undefined if a cell already shows the whole value. */
export function fullValue({ kind }: Field, value: unknown): ReactNode {
  if (kind === 'json' && typeof value === 'object' && value !== null)
    return (
      <Box
        component="pre"
        tabIndex={0}
        sx={{ m: 0, p: 1, maxHeight: 320, overflow: 'auto', bgcolor: 'action.hover', borderRadius: 1 }}
      >
        {jsonText(value)}
      </Box>
    );
  if (kind !== 'richText' || typeof value !== 'string') return undefined;
  return (
    <Suspense fallback={dash}>
      <LazyMarkdown text={value} />
    </Suspense>
  );
}
