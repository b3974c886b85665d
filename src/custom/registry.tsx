import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { text } from '../i18n/text.ts';
import type { Overrides } from '../resources/overrides.ts';
import { lazyChunk } from '../ui/lazyChunk.ts';
import { ApplicationsTabLabel, LicencesTabLabel } from './allocation/tabLabels.tsx';
import { ActionCell, EntityCell, RecordLinkCell } from './audit/cells.tsx';
import { TaskStatus } from './licence/failure/TaskStatus.tsx';
import { useLicenceBulk } from './licence/mails/useLicenceBulk.ts';
import LicenceOrderButtons from './licence/renewal/LicenceOrderButtons.tsx';
import { AvailableCell, DaysCell } from './order/cells.tsx';
import { productText, productWay } from './product/productText.ts';
import { personName } from './user/personName.ts';
import { useNameCheck } from './user/useNameCheck.ts';

const ColourInput = lazyChunk(() => import('./productSetting/ColourInput.tsx'));
const ReplyInput = lazyChunk(() => import('./allocation/ReplyInput.tsx'));
const AssignPeriodInput = lazyChunk(() =>
  import('./order/PeriodInput.tsx').then((found) => ({ default: found.AssignPeriodInput })),
);
const UsePeriodInput = lazyChunk(() =>
  import('./order/PeriodInput.tsx').then((found) => ({ default: found.UsePeriodInput })),
);

/** The hand-written components of each entity, which replace what would be drawn from its declaration. */
export const overrides: Overrides = {
  audit: {
    detail: lazyChunk(() => import('./audit/AuditDetail.tsx')),
    cells: { action: ActionCell, entity: EntityCell, record_name: RecordLinkCell },
  },
  order: {
    cells: {
      is_available: AvailableCell,
      use_period: DaysCell,
      assign_period: DaysCell,
    },
    create: lazyChunk(() => import('./order/create/OrderCreate.tsx')),
    detail: lazyChunk(() => import('./order/OrderDetail.tsx')),
    inputs: { assign_period: AssignPeriodInput, use_period: UsePeriodInput },
    askFacts: { approve: lazyChunk(() => import('./order/ApprovalFacts.tsx')) },
    rowActions: lazyChunk(() => import('./order/AllocateOrder.tsx')),
    rowActionsCall: 'assignment_create',
    stepsInDetail: true,
  },
  assignment: {
    cells: { task_status: TaskStatus },
    detail: lazyChunk(() => import('./licence/LicenceDetail.tsx')),
    toolbar: lazyChunk(() => import('./allocation/AllocateButton.tsx')),
    rowActions: LicenceOrderButtons,
    TabLabel: LicencesTabLabel,
    actionsElsewhere: ['retry'],
    actionsInDetail: ['decline', 'reconsider', 'accept_use'],
    useBulk: useLicenceBulk,
    isPending: (record) => (record.task as { status?: string } | null)?.status === 'running',
  },
  enterprise: { detail: lazyChunk(() => import('./enterprise/EnterpriseDetail.tsx')) },
  application: {
    createText: () => text().application.submit,
    detail: lazyChunk(() => import('./allocation/ApplicationDetail.tsx')),
    inputs: { 'approve.comment': ReplyInput, 'reject.comment': ReplyInput },
    dialogs: { serve: lazyChunk(() => import('./allocation/ServeDialog.tsx')) },
    TabLabel: ApplicationsTabLabel,
  },
  mail: {
    rowActions: lazyChunk(() => import('./licence/mails/ResendButton.tsx')),
    relatedTabs: { assignment: lazyChunk(() => import('./licence/mails/MailPanel.tsx')) },
  },
  notification: { pages: { '/message': lazyChunk(() => import('./messages/Messages.tsx')) } },
  project: {
    rowActions: lazyChunk(() => import('./project/ProjectActions.tsx')),
    icons: { reassign: SwapHorizOutlined, relocate: SwapHorizOutlined },
  },
  product: {
    rowActions: lazyChunk(() => import('./product/IssuingProfileButton.tsx')),
    represent: (product) => productText(product),
    wayTo: (product) => productWay(product),
  },
  identity_provider: {
    detail: lazyChunk(() => import('./identityProvider/ProviderDetail.tsx')),
    givenSecrets: ['client_secret'],
  },
  mail_setting: {
    toolbar: lazyChunk(() => import('./mailSetting/TestMailButton.tsx')),
    givenSecrets: ['smtp_password'],
  },
  product_setting: {
    inputs: { colour_en: ColourInput, colour_zh: ColourInput },
    formEnd: lazyChunk(() => import('./productSetting/BrandPreview.tsx')),
  },
  service_account: { detail: lazyChunk(() => import('./serviceAccount/AccountDetail.tsx')) },
  service_token: {
    created: lazyChunk(() => import('./serviceToken/NewToken.tsx')),
    hiddenFields: ['token'],
    inputs: { scopes: lazyChunk(() => import('./serviceToken/ScopesInput.tsx')) },
    rowActions: lazyChunk(() => import('./serviceToken/RotateButton.tsx')),
  },
  webhook: {
    created: lazyChunk(() => import('./webhook/NewSecret.tsx')),
    hiddenFields: ['secret'],
    inputs: { events: lazyChunk(() => import('./webhook/EventsInput.tsx')) },
    toolbar: lazyChunk(() => import('./webhook/ExamplesButton.tsx')),
    detail: lazyChunk(() => import('./webhook/WebhookDetail.tsx')),
    actionsInDetail: ['test', 'replay'],
  },
  webhook_delivery: { detail: lazyChunk(() => import('./webhook/DeliveryDetail.tsx')) },
  role_variant: {
    detail: lazyChunk(() => import('./roleVariant/VariantDetail.tsx')),
    inputs: { withheld: lazyChunk(() => import('./roleVariant/WithheldInput.tsx')) },
    hiddenFields: ['withheld'],
  },
  user: {
    inputs: {
      variant_id: lazyChunk(() => import('./user/VariantInput.tsx')),
      password: lazyChunk(() => import('./user/PasswordInput.tsx')),
    },
    // The role is already shown in words.
    hiddenFields: ['role'],
    // Users cannot delete themselves (C20).
    isRemovable: ({ id }, caller) => id !== caller,
    useCheck: useNameCheck,
    secondStep: {
      roles: ['SalesMan'],
      Choose: lazyChunk(() => import('./user/ProductsStep.tsx')),
      source: 'products',
    },
    rowActions: lazyChunk(() => import('./user/ActForButton.tsx')),
    represent: personName,
  },
};
