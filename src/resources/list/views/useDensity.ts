import { useStore } from 'react-admin';
import { type Density, rowHeights } from './listView.ts';
import { useOpenView } from './openView.ts';

export const densities = Object.keys(rowHeights) as Density[];

/** The row height: that of the open view, else the reader's own for all lists, which is saved per user. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [ownDensity, setOwnDensity] = useStore<Density>('density', 'compact');
  const [view, setView] = useOpenView();
  const density = view?.density ?? ownDensity;
  const choose = view?.density ? (next: Density) => setView({ ...view, density: next }) : setOwnDensity;
  return [Object.hasOwn(rowHeights, density) ? density : 'compact', choose];
}
