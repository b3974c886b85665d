import { useCallback, useState } from 'react';

/** Tracks which parts of a dialog or a record have unsent input. */
export function useDirtyParts(): [dirty: boolean, setDirty: (part: string, dirty: boolean) => void] {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
  const setDirty = useCallback((part: string, dirty: boolean) => {
    setParts((before) => {
      if (before.has(part) === dirty) return before;
      const after = new Set(before);
      if (dirty) after.add(part);
      else after.delete(part);
      return after;
    });
  }, []);
  return [parts.size > 0, setDirty];
}
