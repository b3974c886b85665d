import { lazyChunk } from './ui/lazyChunk.ts';

/*
 * The dialogs and pickers of every list. They stand apart from the first list's script: they bring the forms with them,
 * which is a fifth of the console, and open on demand. `dialogPreloads` fetches them once a page stands.
 */
const load = {
  create: () => import('./resources/form/CreateForm.tsx'),
  edit: () => import('./resources/form/EditForm.tsx'),
  inline: () => import('./resources/form/InlineForm.tsx'),
  step: () => import('./resources/dialog/StepDialog.tsx'),
  action: () => import('./resources/dialog/ActionDialog.tsx'),
  remove: () => import('./resources/dialog/RemoveDialog.tsx'),
  sets: () => import('./resources/dialog/JoinDialogs.tsx'),
  bulk: () => import('./resources/dialog/BulkDialog.tsx'),
  bulkBar: () => import('./resources/list/selection/BulkBar.tsx'),
  detail: () => import('./resources/detail/EntityDetail.tsx'),
  drawer: () => import('./resources/detail/record/RecordDrawer.tsx'),
  addFilterMenu: () => import('./resources/list/filters/AddFilterMenu.tsx'),
  givenFilter: () => import('./resources/list/filters/inputs/TextFilter.tsx'),
  import: () => import('./resources/import/ImportDialog.tsx'),
  totals: () => import('./resources/list/Totals.tsx'),
  pickedFilter: () => import('./resources/list/filters/inputs/PickerFilter.tsx'),
  typedFilter: () => import('./resources/list/filters/inputs/TypedFilter.tsx'),
  tabBar: () => import('./resources/list/TabBar.tsx'),
};

export const CreateForm = lazyChunk(() => load.create().then((found) => ({ default: found.CreateForm })));
export const EditForm = lazyChunk(() => load.edit().then((found) => ({ default: found.EditForm })));
export const InlineForm = lazyChunk(() => load.inline().then((found) => ({ default: found.InlineForm })));
export const StepDialog = lazyChunk(() => load.step().then((found) => ({ default: found.StepDialog })));
export const ActionDialog = lazyChunk(() => load.action().then((found) => ({ default: found.ActionDialog })));
export const RemoveDialog = lazyChunk(() => load.remove().then((found) => ({ default: found.RemoveDialog })));
export const JoinDialog = lazyChunk(() => load.sets().then((found) => ({ default: found.JoinDialog })));
export const PartDialog = lazyChunk(() => load.sets().then((found) => ({ default: found.PartDialog })));
export const BulkDialog = lazyChunk(() => load.bulk().then((found) => ({ default: found.BulkDialog })));
export const BulkBar = lazyChunk(() => load.bulkBar().then((found) => ({ default: found.BulkBar })));
export const EntityDetail = lazyChunk(() => load.detail().then((found) => ({ default: found.EntityDetail })));
export const RecordDrawer = lazyChunk(() => load.drawer().then((found) => ({ default: found.RecordDrawer })));
export const AddFilterMenu = lazyChunk(() => load.addFilterMenu().then((found) => ({ default: found.AddFilterMenu })));
export const GivenFilter = lazyChunk(() => load.givenFilter().then((found) => ({ default: found.GivenFilter })));
export const PickedFilter = lazyChunk(() => load.pickedFilter().then((found) => ({ default: found.PickedFilter })));
export const TypedFilter = lazyChunk(() => load.typedFilter().then((found) => ({ default: found.TypedFilter })));
export const TabBar = lazyChunk(() => load.tabBar());
export const ImportDialog = lazyChunk(() => load.import().then((found) => ({ default: found.ImportDialog })));
export const Totals = lazyChunk(() => load.totals().then((found) => ({ default: found.Totals })));

/** What fetches the scripts of the dialogs, so that the first click on one does not wait for them. */
export const dialogPreloads: readonly (() => Promise<unknown>)[] = Object.values(load);
