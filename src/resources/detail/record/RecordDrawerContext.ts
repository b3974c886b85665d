import { createContext, type RefObject, useContext } from 'react';
import type { FormOptions } from '../../form/entityFields.ts';

/** Where a record stands that is open beside its list. */
export interface RecordDrawerState {
  /** The id of the element that names the record. */
  readonly titleId: string;
  /** The ways to its neighbours in the list. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Which of how many records of the list it is; undefined where it is none of its page. */
  readonly position: readonly [number, number] | undefined;
  /** What the screen says of the form of its records. */
  readonly options: FormOptions | undefined;
  /** Whether the step under way leads on to the next record that waits, as by its key. */
  readonly opensNext: RefObject<boolean>;
  /** Goes on to the next record that waits, or closes where none does. */
  readonly openNextWaiting: () => void;
  /** Closes, since the record is no more; asks for nothing that was entered. */
  readonly closeAtOnce: () => void;
}

const RecordDrawerContext = createContext<RecordDrawerState | undefined>(undefined);

export const RecordDrawerProvider = RecordDrawerContext.Provider;

/** The place of the record beside its list; undefined where it lies over another dialog. */
export const useRecordDrawer = (): RecordDrawerState | undefined => useContext(RecordDrawerContext);
