import { type ComponentType, lazy } from 'react';
import type { RecordData } from '../dataProvider/record.ts';
import type { BulkAction } from '../resources/bulk.ts';
import type { InputProps } from '../resources/FieldInput.tsx';
import { ActionName, ObjectName } from './audit/cells.tsx';
import type { CellProps } from './cell.ts';
import { licenceBulk } from './licence/bulk.ts';
import { Available, Days } from './order/cells.tsx';

export type { RecordData } from '../dataProvider/record.ts';

export interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}
export interface DetailProps extends DialogProps {
  id: number;
}
export interface RowActionProps {
  record: RecordData;
  onDone: () => void;
}

/** What is drawn by hand for an entity, in place of what its declaration gives. */
export interface Custom {
  /** Cells of lists and lines of details, by field, in place of what the kind of the field draws. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Inputs of forms and of steps, by field, in place of what the kind of the field draws. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** In place of the list, by the path of a declared screen; its guard and its menu entry stay. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** In place of the generic dialog that makes a record. */
  readonly create?: ComponentType<DialogProps>;
  /** In place of the generic detail. */
  readonly detail?: ComponentType<DetailProps>;
  /** Buttons beside the generic ones of a row. */
  readonly rowActions?: ComponentType<RowActionProps>;
  /** Buttons above the list. */
  readonly toolbar?: ComponentType<{ onDone: () => void }>;
  /** The steps of the lifecycle are taken in the detail, not from the row. */
  readonly stepsInDetail?: boolean;
  /** What can be done with several rows at once, besides the steps of the lifecycle. */
  readonly bulk?: readonly BulkAction[];
  /** While this holds for a row, the list is asked again every two seconds. */
  readonly pending?: (record: RecordData) => boolean;
}

export const custom: Readonly<Record<string, Custom>> = {
  audit: { cells: { action: ActionName, entity: ObjectName } },
  order: {
    cells: { is_available: Available, use_period: Days, assign_period: Days },
    create: lazy(() => import('./order/OrderCreate.tsx')),
    detail: lazy(() => import('./order/OrderDetail.tsx')),
    stepsInDetail: true,
  },
  assignment: {
    cells: { task_status: lazy(() => import('./licence/TaskStatus.tsx')) },
    detail: lazy(() => import('./licence/LicenceDetail.tsx')),
    toolbar: lazy(() => import('./allocation/AllocateButton.tsx')),
    bulk: licenceBulk,
    pending: (record) => (record.task as { status?: string } | null)?.status === 'running',
  },
  allocation: {
    detail: lazy(() => import('./allocation/ApplicationDetail.tsx')),
    rowActions: lazy(() => import('./allocation/Decide.tsx')),
  },
  project: { rowActions: lazy(() => import('./project/ProjectActions.tsx')) },
  product: { rowActions: lazy(() => import('./product/IssuingProfile.tsx')) },
  subscription: { rowActions: lazy(() => import('./subscription/SubscriptionActions.tsx')) },
  user: { rowActions: lazy(() => import('./pages/ActFor.tsx')) },
};
