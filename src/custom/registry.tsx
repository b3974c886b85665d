import { type ComponentType, lazy } from 'react';

export type RecordData = Readonly<Record<string, unknown>> & { id: number };

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
  /** While this holds for a row, the list is asked again every two seconds. */
  readonly pending?: (record: RecordData) => boolean;
}

export const custom: Readonly<Record<string, Custom>> = {
  order: {
    create: lazy(() => import('./order/OrderCreate.tsx')),
    detail: lazy(() => import('./order/OrderDetail.tsx')),
    stepsInDetail: true,
  },
  assignment: {
    detail: lazy(() => import('./licence/LicenceDetail.tsx')),
    toolbar: lazy(() => import('./allocation/AllocateButton.tsx')),
    pending: (record) => (record.task as { status?: string } | null)?.status === 'running',
  },
  project: { rowActions: lazy(() => import('./allocation/AllocateRow.tsx')) },
  user: { rowActions: lazy(() => import('./pages/ActFor.tsx')) },
};
