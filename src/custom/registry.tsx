import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { assignmentEndpoints } from '../../contract/endpoints/assignment.ts';
import type { Overrides } from '../resources/overrides.ts';
import { lazyChunk } from '../ui/lazyChunk.ts';
import { ApplicationsTab, LicencesTab } from './allocation/tabs.tsx';
import { ActionName, ObjectName, RecordLink } from './audit/cells.tsx';
import { TaskStatus } from './licence/failure/TaskStatus.tsx';
import { useLicenceBulk } from './licence/mails/useLicenceBulk.ts';
import RenewButton from './licence/renewal/RenewButton.tsx';
import { Available, Days } from './order/cells.tsx';
import { productText } from './product/productText.ts';
import { useNameCheck } from './user/useNameCheck.ts';

const ReplyInput = lazyChunk(() => import('./allocation/ReplyInput.tsx'));
const AssignPeriod = lazyChunk(() => import('./order/Period.tsx').then((found) => ({ default: found.AssignPeriod })));
const UsePeriod = lazyChunk(() => import('./order/Period.tsx').then((found) => ({ default: found.Period })));

/** What the console draws by hand for an entity, in place of what its declaration gives. */
export const overrides: Overrides = {
  audit: {
    detail: lazyChunk(() => import('./audit/AuditDetail.tsx')),
    cells: { action: ActionName, entity: ObjectName, record_name: RecordLink },
  },
  order: {
    cells: {
      is_available: Available,
      use_period: Days,
      assign_period: Days,
    },
    create: lazyChunk(() => import('./order/create/OrderCreate.tsx')),
    detail: lazyChunk(() => import('./order/OrderDetail.tsx')),
    inputs: { assign_period: AssignPeriod, use_period: UsePeriod },
    rowActions: lazyChunk(() => import('./order/AllocateOrder.tsx')),
    rowActionRoles: assignmentEndpoints.assignment_create.roles,
    stepsInDetail: true,
  },
  assignment: {
    cells: { task_status: TaskStatus },
    detail: lazyChunk(() => import('./licence/LicenceDetail.tsx')),
    toolbar: lazyChunk(() => import('./allocation/AllocateButton.tsx')),
    rowActions: RenewButton,
    tab: LicencesTab,
    placed: ['retry'],
    useBulk: useLicenceBulk,
    pending: (record) => (record.task as { status?: string } | null)?.status === 'running',
  },
  application: {
    detail: lazyChunk(() => import('./allocation/ApplicationDetail.tsx')),
    inputs: { 'approve.comment': ReplyInput, 'reject.comment': ReplyInput },
    dialogs: { serve: lazyChunk(() => import('./allocation/ServeDialog.tsx')) },
    tab: ApplicationsTab,
  },
  mail: {
    rowActions: lazyChunk(() => import('./licence/mails/ResendButton.tsx')),
    within: { assignment: lazyChunk(() => import('./licence/mails/MailPanel.tsx')) },
  },
  notification: { pages: { '/message': lazyChunk(() => import('./messages/Messages.tsx')) } },
  project: {
    rowActions: lazyChunk(() => import('./project/ProjectActions.tsx')),
    icons: { reassign: SwapHorizOutlined, relocate: SwapHorizOutlined },
  },
  product: {
    rowActions: lazyChunk(() => import('./product/IssuingProfile.tsx')),
    represent: (product) => productText(product),
  },
  user: {
    // The role says it in words.
    without: ['role'],
    // Nobody deletes themselves (C20).
    isRemovable: ({ id }, caller) => id !== caller,
    useCheck: useNameCheck,
    secondStep: {
      roles: ['SalesMan'],
      Choose: lazyChunk(() => import('./user/ProductsStep.tsx')),
      source: 'products',
    },
    rowActions: lazyChunk(() => import('./user/ActFor.tsx')),
    represent: ({ nick_name, name }) => (nick_name ?? name) as string | null,
  },
};
