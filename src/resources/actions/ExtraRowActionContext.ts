import { type ComponentType, createContext } from 'react';
import type { RowActionProps } from '../overrides.ts';

/** An extra action of each row of a list inside a record: it removes the row from that list. */
export const ExtraRowActionContext = createContext<ComponentType<RowActionProps> | undefined>(undefined);
