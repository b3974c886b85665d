import { createContext, type RefObject, useContext } from 'react';
import type { FormOptions } from '../../form/entityFields.ts';

/** The state of the drawer in which a record is open next to its list. */
export interface RecordDrawerState {
  /** The id of the element that names the record. */
  readonly titleId: string;
  /** Open the previous or the next record of the list. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** The position of the record in the list and the number of records; undefined if it is not on the current page. */
  readonly position: readonly [number, number] | undefined;
  /** The form options of the screen. */
  readonly options: FormOptions | undefined;
  /** True if the running step opens the next waiting record afterwards, as it does with the keyboard shortcut. */
  readonly opensNext: RefObject<boolean>;
  /** Opens the next waiting record, or closes the drawer if there is none. */
  readonly openNextWaiting: () => void;
  /** Closes without asking about unsaved input, since the record no longer exists. */
  readonly closeAtOnce: () => void;
}

const RecordDrawerContext = createContext<RecordDrawerState | undefined>(undefined);

export const RecordDrawerProvider = RecordDrawerContext.Provider;

/** The drawer around the record; undefined if the record is open over another dialog. */
export const useRecordDrawer = (): RecordDrawerState | undefined => useContext(RecordDrawerContext);
