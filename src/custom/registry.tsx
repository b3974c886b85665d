import { type ComponentType, lazy } from 'react';
import type { Role } from '../../contract/access.ts';
import type { RecordData } from '../dataProvider/record.ts';
import type { BulkAction } from '../resources/bulk.ts';
import type { InputProps } from '../resources/input.ts';
import type { Errors } from '../resources/useErrors.ts';
import { part } from '../shell/part.ts';
import { ActionName, ObjectName } from './audit/cells.tsx';
import type { CellProps } from './cell.ts';
import { licenceBulk } from './licence/bulk.ts';
import { TaskStatus } from './licence/TaskStatus.tsx';
import { Available, Days, Hosts } from './order/cells.tsx';
import { checkName, grantProducts } from './user/create.ts';

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

type Values = Readonly<Record<string, unknown>>;

export interface StepProps {
  /** What the first step holds, by field. */
  values: Values;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** A second step of the dialog that makes a record: records to choose, for what follows when the record is made. */
export interface SecondStep {
  readonly roles: readonly Role[];
  readonly Choose: ComponentType<StepProps>;
  readonly finish: (values: Values, chosen: ReadonlySet<number>) => Promise<void>;
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
  /** Asks the server about a new record before it is made; what it finds stands below the inputs. */
  readonly check?: (values: Values) => Promise<Errors>;
  readonly secondStep?: SecondStep;
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
    cells: {
      is_available: Available,
      use_period: Days,
      assign_period: Days,
      purchased_hosts: Hosts,
      available_hosts: Hosts,
    },
    create: lazy(() => part(import('./order/OrderCreate.tsx'))),
    detail: lazy(() => part(import('./order/OrderDetail.tsx'))),
    stepsInDetail: true,
  },
  assignment: {
    cells: {
      content_hosts: Hosts,
      content_value: Hosts,
      task_status: TaskStatus,
    },
    detail: lazy(() => part(import('./licence/LicenceDetail.tsx'))),
    toolbar: lazy(() => part(import('./allocation/AllocateButton.tsx'))),
    bulk: licenceBulk,
    pending: (record) => (record.task as { status?: string } | null)?.status === 'running',
  },
  allocation: {
    cells: { hosts: Hosts },
    detail: lazy(() => part(import('./allocation/ApplicationDetail.tsx'))),
    rowActions: lazy(() => part(import('./allocation/Decide.tsx'))),
  },
  project: { rowActions: lazy(() => part(import('./project/ProjectActions.tsx'))) },
  product: { rowActions: lazy(() => part(import('./product/IssuingProfile.tsx'))) },
  subscription: { rowActions: lazy(() => part(import('./subscription/SubscriptionActions.tsx'))) },
  user: {
    check: checkName,
    secondStep: {
      roles: ['SalesMan'],
      Choose: lazy(() => part(import('./user/ProductsStep.tsx'))),
      finish: grantProducts,
    },
    rowActions: lazy(() => part(import('./pages/ActFor.tsx'))),
  },
};
