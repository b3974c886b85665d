import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The tab that the address asks for (`?active=…`), the first unless it names one. A list keeps its filters in the
 * address and leaves out what is not its own, so the tab is remembered here.
 */
export function useTab<Name extends string>(names: readonly Name[]): [Name, (name: Name) => void] {
  const [parameters, setParameters] = useSearchParams();
  const asked = names.find((name) => name === parameters.get('active'));
  const [tab, setTab] = useState<Name>(asked ?? (names[0] as Name));
  useEffect(() => {
    if (asked) setTab(asked);
  }, [asked]);
  return [tab, (name) => setParameters({ active: name })];
}
