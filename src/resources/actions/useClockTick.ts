import { useEffect, useState } from 'react';
import { permissionDependsOnTime } from '../../../contract/access/permission.ts';
import type { Entity } from '../../../contract/schema/entity.ts';

/** How long a button may remain after its time has passed. */
const tickMs = 5_000;

/** Renders again every few seconds if the allowed actions of the entity change with time. */
export function useClockTick(entity: Entity): void {
  const [, draw] = useState(0);
  const isTimed = permissionDependsOnTime(entity);
  useEffect(() => {
    if (!isTimed) return undefined;
    const timer = setInterval(() => draw((times) => times + 1), tickMs);
    return () => clearInterval(timer);
  }, [isTimed]);
}
