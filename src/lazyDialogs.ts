import type { DialogSlots } from './resources/dialogSlots.ts';
import { lazyChunk } from './ui/lazyChunk.ts';

/*
 * The dialogs and pickers of every list. They are not in the first list's script: they bring the forms with them, which are
 * a fifth of the console, and open on demand. `dialogPreloads` fetches them once a page is drawn.
 */
const load = {
  CreateForm: () => import('./resources/form/CreateForm.tsx'),
  EditForm: () => import('./resources/form/EditForm.tsx'),
  InlineForm: () => import('./resources/form/InlineForm.tsx'),
  StepDialog: () => import('./resources/dialog/StepDialog.tsx'),
  ActionDialog: () => import('./resources/dialog/ActionDialog.tsx'),
  RemoveDialog: () => import('./resources/dialog/RemoveDialog.tsx'),
  JoinDialogs: () => import('./resources/dialog/JoinDialogs.tsx'),
  BulkDialog: () => import('./resources/dialog/BulkDialog.tsx'),
  BulkBar: () => import('./resources/list/selection/BulkBar.tsx'),
  EntityDetail: () => import('./resources/detail/EntityDetail.tsx'),
  RecordDrawer: () => import('./resources/detail/record/RecordDrawer.tsx'),
  AddFilterMenu: () => import('./resources/list/filters/AddFilterMenu.tsx'),
  TextFilter: () => import('./resources/list/filters/inputs/TextFilter.tsx'),
  ImportDialog: () => import('./resources/import/ImportDialog.tsx'),
  Totals: () => import('./resources/list/Totals.tsx'),
  PickerFilter: () => import('./resources/list/filters/inputs/PickerFilter.tsx'),
  TypedFilter: () => import('./resources/list/filters/inputs/TypedFilter.tsx'),
  TabBar: () => import('./resources/list/TabBar.tsx'),
};

/** The lazy components that `App` provides to the generic parts. */
export const lazyDialogs: DialogSlots = {
  CreateForm: lazyChunk(() => load.CreateForm().then((found) => ({ default: found.CreateForm }))),
  EditForm: lazyChunk(() => load.EditForm().then((found) => ({ default: found.EditForm }))),
  InlineForm: lazyChunk(() => load.InlineForm().then((found) => ({ default: found.InlineForm }))),
  StepDialog: lazyChunk(() => load.StepDialog().then((found) => ({ default: found.StepDialog }))),
  ActionDialog: lazyChunk(() => load.ActionDialog().then((found) => ({ default: found.ActionDialog }))),
  RemoveDialog: lazyChunk(() => load.RemoveDialog().then((found) => ({ default: found.RemoveDialog }))),
  JoinDialog: lazyChunk(() => load.JoinDialogs().then((found) => ({ default: found.JoinDialog }))),
  UnjoinDialog: lazyChunk(() => load.JoinDialogs().then((found) => ({ default: found.UnjoinDialog }))),
  BulkDialog: lazyChunk(() => load.BulkDialog().then((found) => ({ default: found.BulkDialog }))),
  BulkBar: lazyChunk(() => load.BulkBar().then((found) => ({ default: found.BulkBar }))),
  EntityDetail: lazyChunk(() => load.EntityDetail().then((found) => ({ default: found.EntityDetail }))),
  RecordDrawer: lazyChunk(() => load.RecordDrawer().then((found) => ({ default: found.RecordDrawer }))),
  AddFilterMenu: lazyChunk(() => load.AddFilterMenu().then((found) => ({ default: found.AddFilterMenu }))),
  TextFilter: lazyChunk(() => load.TextFilter().then((found) => ({ default: found.TextFilter }))),
  PickerFilter: lazyChunk(() => load.PickerFilter().then((found) => ({ default: found.PickerFilter }))),
  TypedFilter: lazyChunk(() => load.TypedFilter().then((found) => ({ default: found.TypedFilter }))),
  ImportDialog: lazyChunk(() => load.ImportDialog().then((found) => ({ default: found.ImportDialog }))),
  Totals: lazyChunk(() => load.Totals().then((found) => ({ default: found.Totals }))),
  TabBar: lazyChunk(() => load.TabBar()),
};

/** Fetches the scripts of the dialogs, so that the first click on one does not wait for them. */
export const dialogPreloads: readonly (() => Promise<unknown>)[] = Object.values(load);
