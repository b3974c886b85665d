import { useEffect, useState } from 'react';
import { permissionDependsOnTime } from '../../../contract/access/permission.ts';
import type { Entity } from '../../../contract/schema/entity.ts';

/** How long a button may stand after its time. */
const tickMs = 5_000;

/** Draws again as time passes, where what may be done with a record of the entity changes by time alone. */
export function useClockTick(entity: Entity): void {
  const [, draw] = useState(0);
  const isPassing = permissionDependsOnTime(entity);
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setInterval(() => draw((times) => times + 1), tickMs);
    return () => clearInterval(timer);
  }, [isPassing]);
}
