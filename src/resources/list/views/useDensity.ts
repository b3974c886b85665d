import { useStore } from 'react-admin';
import { type Density, rowHeights } from './listView.ts';
import { useOpenView } from './openView.ts';

export const densities = Object.keys(rowHeights) as Density[];

/** How high the rows are: as the open view has them, else as the reader wants those of every list, which follows its user. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [kept, setKept] = useStore<Density>('density', 'compact');
  const [view, setView] = useOpenView();
  const density = view?.density ?? kept;
  const choose = view?.density ? (next: Density) => setView({ ...view, density: next }) : setKept;
  return [Object.hasOwn(rowHeights, density) ? density : 'compact', choose];
}
