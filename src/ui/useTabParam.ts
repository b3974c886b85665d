import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The tab that the address asks for (`?active=…`), the first unless it names one. A list writes its filters into the
 * address and leaves out what is not its own: the tab is put back, so that a copied address opens the same.
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
