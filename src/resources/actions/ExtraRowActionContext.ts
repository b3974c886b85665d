import { type ComponentType, createContext } from 'react';
import type { RowActionProps } from '../overrides.ts';

/** What can be done with each row besides, where the list stands within a record: to take it out of there. */
export const ExtraRowActionContext = createContext<ComponentType<RowActionProps> | undefined>(undefined);
