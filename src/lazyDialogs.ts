import type { DialogSlots } from './resources/dialogSlots.ts';
import { lazyChunk } from './ui/lazyChunk.ts';

/*
 * The dialogs and pickers of every list. They load on demand and are not part of the first list's script: they contain
 * the forms, which are a fifth of the console. `dialogPreloads` loads them once a page is drawn.
 */
const chunkLoaders = {
  CreateForm: () => import('./resources/form/CreateForm.tsx'),
  EditForm: () => import('./resources/form/EditForm.tsx'),
  InlineForm: () => import('./resources/form/InlineForm.tsx'),
  StepDialog: () => import('./resources/dialog/StepDialog.tsx'),
  ActionDialog: () => import('./resources/dialog/ActionDialog.tsx'),
  RemoveDialog: () => import('./resources/dialog/RemoveDialog.tsx'),
  JoinDialogs: () => import('./resources/dialog/AddExistingDialog.tsx'),
  BulkDialog: () => import('./resources/dialog/BulkDialog.tsx'),
  BulkBar: () => import('./resources/list/selection/BulkBar.tsx'),
  EntityDetail: () => import('./resources/detail/EntityDetail.tsx'),
  RecordDrawer: () => import('./resources/detail/record/RecordDrawer.tsx'),
  AddFilterMenu: () => import('./resources/list/filters/AddFilterMenu.tsx'),
  TextFilter: () => import('./resources/list/filters/inputs/ReadOnlyFilter.tsx'),
  ImportDialog: () => import('./resources/import/ImportDialog.tsx'),
  Totals: () => import('./resources/list/ListTotals.tsx'),
  PickerFilter: () => import('./resources/list/filters/inputs/PickerFilter.tsx'),
  TypedFilter: () => import('./resources/list/filters/inputs/TypedFilter.tsx'),
  TabBar: () => import('./resources/list/TabBar.tsx'),
};

/** The lazy components that `App` provides to the generic parts. */
export const lazyDialogs: DialogSlots = {
  CreateForm: lazyChunk(() => chunkLoaders.CreateForm().then((found) => ({ default: found.CreateForm }))),
  EditForm: lazyChunk(() => chunkLoaders.EditForm().then((found) => ({ default: found.EditForm }))),
  InlineForm: lazyChunk(() => chunkLoaders.InlineForm().then((found) => ({ default: found.InlineForm }))),
  StepDialog: lazyChunk(() => chunkLoaders.StepDialog().then((found) => ({ default: found.StepDialog }))),
  ActionDialog: lazyChunk(() => chunkLoaders.ActionDialog().then((found) => ({ default: found.ActionDialog }))),
  RemoveDialog: lazyChunk(() => chunkLoaders.RemoveDialog().then((found) => ({ default: found.RemoveDialog }))),
  JoinDialog: lazyChunk(() => chunkLoaders.JoinDialogs().then((found) => ({ default: found.AddExistingDialog }))),
  UnjoinDialog: lazyChunk(() => chunkLoaders.JoinDialogs().then((found) => ({ default: found.UnjoinDialog }))),
  BulkDialog: lazyChunk(() => chunkLoaders.BulkDialog().then((found) => ({ default: found.BulkDialog }))),
  BulkBar: lazyChunk(() => chunkLoaders.BulkBar().then((found) => ({ default: found.BulkBar }))),
  EntityDetail: lazyChunk(() => chunkLoaders.EntityDetail().then((found) => ({ default: found.EntityDetail }))),
  RecordDrawer: lazyChunk(() => chunkLoaders.RecordDrawer().then((found) => ({ default: found.RecordDrawer }))),
  AddFilterMenu: lazyChunk(() => chunkLoaders.AddFilterMenu().then((found) => ({ default: found.AddFilterMenu }))),
  TextFilter: lazyChunk(() => chunkLoaders.TextFilter().then((found) => ({ default: found.TextFilter }))),
  PickerFilter: lazyChunk(() => chunkLoaders.PickerFilter().then((found) => ({ default: found.PickerFilter }))),
  TypedFilter: lazyChunk(() => chunkLoaders.TypedFilter().then((found) => ({ default: found.TypedFilter }))),
  ImportDialog: lazyChunk(() => chunkLoaders.ImportDialog().then((found) => ({ default: found.ImportDialog }))),
  Totals: lazyChunk(() => chunkLoaders.Totals().then((found) => ({ default: found.ListTotals }))),
  TabBar: lazyChunk(() => chunkLoaders.TabBar()),
  // Few lists have them, so that they load with the first list that shows one.
  DisplaySwitch: lazyChunk(() => import('./resources/list/toolbar/DisplaySwitch.tsx')),
  Board: lazyChunk(() => import('./resources/list/board/Board.tsx')),
  Calendar: lazyChunk(() => import('./resources/list/calendar/Calendar.tsx')),
};

/** Loads the scripts of the dialogs, so that the first click on one does not wait. */
export const dialogPreloads: readonly (() => Promise<unknown>)[] = Object.values(chunkLoaders);
