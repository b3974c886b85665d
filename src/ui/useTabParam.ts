import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The tab in the address (`?active=…`), or else the first one. A list that writes its filters into the address drops
 * other parameters, so the tab is put back: a copied address must open the same tab.
 */
export function useTabParam<Name extends string>(names: readonly Name[]): [Name, (name: Name) => void] {
  const [parameters, setParameters] = useSearchParams();
  const asked = names.find((name) => name === parameters.get('active'));
  const [chosen, setChosen] = useState<Name | undefined>(asked);
  useEffect(() => {
    if (asked) setChosen(asked);
    else if (chosen) setParameters((before) => new URLSearchParams([['active', chosen], ...before]), { replace: true });
  }, [asked, chosen, setParameters]);
  return [asked ?? chosen ?? (names[0] as Name), (name) => setParameters({ active: name })];
}
