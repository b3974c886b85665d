import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field, StoredFile } from '../../../contract/schema/field/field.ts';
import { uploadRoles } from '../../../contract/values/files.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { lockUser } from '../../core/security/lockUser.ts';

/** The maximum number of unattached uploads of a user. */
export const maxOpenUploads = 50;

/**
 * Refuses an upload when the caller has too many unattached ones. The row of the user is locked, so that concurrent
 * requests are counted one after the other.
 */
async function checkOpen(context: Context): Promise<void> {
  const { id } = callerOf(context);
  await lockUser(context, id);
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from stored_file
    where uploader_id = ${id} and owner_id is null and not doomed`.execute(context.trx);
  if ((rows[0]?.open ?? 0) >= maxOpenUploads) throw AppError.unprocessable('uploads_open', { value: maxOpenUploads });
}

/**
 * Registers an upload before its first byte is stored, so that no content exists without a row.
 * @returns its id
 * @throws 403 where the role may not set the field; 422 with too many open uploads
 */
export async function beginUpload(context: Context, entity: Entity, name: string): Promise<string> {
  const { id: uploader_id, behalf_id, role } = callerOf(context);
  if (!uploadRoles(entity, entity.fields[name] as Field).includes(role)) throw AppError.forbidden();
  await checkOpen(context);
  const row = { id: randomUUID(), entity: entity.name, field: name, uploader_id, behalf_id, created_at: context.now };
  await context.trx.insertInto('stored_file').values(row).execute();
  return row.id;
}

/** Records the result of an upload; from then on the caller can attach it to a record. */
export async function finishUpload(context: Context, file: StoredFile): Promise<StoredFile> {
  const { id, ...result } = file;
  await context.trx.updateTable('stored_file').set(result).where('id', '=', id).execute();
  return file;
}

/** Marks an unattached upload for deletion; the scheduler removes its content. */
export async function markUploadForRemoval(context: Context, id: string): Promise<void> {
  await context.trx
    .updateTable('stored_file')
    .set({ doomed: true })
    .where('id', '=', id)
    .where('owner_id', 'is', null)
    .execute();
}
