import { Box } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';
import { dash, jsonText } from './format.ts';
import { LazyMarkdown } from './lazyMarkdown.ts';

/** Kinds whose values have a line of a detail to themselves. */
export const wideKinds: ReadonlySet<Field['kind']> = new Set(['longText', 'richText', 'json']);

/** All of a value where there is room for it; undefined where a cell shows all of it too. */
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
