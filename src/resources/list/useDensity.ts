import { useStore } from 'react-admin';

/** How high the rows of a table are, in pixels. */
export const rowHeights = { compact: 40, comfortable: 52 } as const;
export type Density = keyof typeof rowHeights;

export const densities = Object.keys(rowHeights) as Density[];

/** How high the reader wants the rows of every list; the choice follows its user. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [kept, setKept] = useStore<Density>('density', 'compact');
  return [Object.hasOwn(rowHeights, kept) ? kept : 'compact', setKept];
}
