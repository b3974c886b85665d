import { createContext, type RefObject, useContext } from 'react';
import type { FormOptions } from '../form/entityFields.ts';

/** Where a record stands that is open beside its list. */
export interface RecordPlace {
  /** The id of the element that names the record. */
  readonly titleId: string;
  /** Its neighbours on the present page of the list. */
  readonly previous: number | undefined;
  readonly next: number | undefined;
  /** Which of how many rows of the page it is; undefined where it is none of them. */
  readonly position: readonly [number, number] | undefined;
  readonly open: (id: number) => void;
  /** What the screen says of the form of its records. */
  readonly options: FormOptions | undefined;
  /** Whether the step under way leads on to the next record that waits, as by its key. */
  readonly goesOn: RefObject<boolean>;
  /** Goes on to the next record that waits, or closes where none does. */
  readonly goOn: () => void;
  /** Closes, since the record is no more; asks for nothing that was entered. */
  readonly leave: () => void;
}

const PlaceContext = createContext<RecordPlace | undefined>(undefined);

export const RecordPlaceProvider = PlaceContext.Provider;

/** The place of the record beside its list; undefined where it lies over another dialog. */
export const useRecordPlace = (): RecordPlace | undefined => useContext(PlaceContext);
