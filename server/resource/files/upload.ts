import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field, StoredFile } from '../../../contract/schema/field/field.ts';
import { uploadRoles } from '../../../contract/values/files.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';

/** How many uploads a user may have that no record has taken. */
export const maxOpenUploads = 50;

/** Counts the open uploads of the caller; two requests of theirs at once count one after the other. */
async function checkOpen(context: Context): Promise<void> {
  const { id } = callerOf(context);
  await sql`select 1 from users where id = ${id} for no key update`.execute(context.trx);
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from stored_file
    where uploader_id = ${id} and owner_id is null and not doomed`.execute(context.trx);
  if ((rows[0]?.open ?? 0) >= maxOpenUploads) throw AppError.unprocessable('uploads_open', { value: maxOpenUploads });
}

/**
 * Notes an upload before its first byte, so that nothing is stored that nobody knows of. Out: its id. Throws 403 where the role
 * never sets the field, and 422 with too many uploads open.
 */
export async function beginUpload(context: Context, entity: Entity, name: string): Promise<string> {
  const { id: uploader_id, behalf_id, role } = callerOf(context);
  if (!uploadRoles(entity, entity.fields[name] as Field).includes(role)) throw AppError.forbidden();
  await checkOpen(context);
  const row = { id: randomUUID(), entity: entity.name, field: name, uploader_id, behalf_id, created_at: context.now };
  await context.trx.insertInto('stored_file').values(row).execute();
  return row.id;
}

/** Notes what an upload came to; from here on a record of the caller can take it. */
export async function finishUpload(context: Context, file: StoredFile): Promise<StoredFile> {
  const { id, ...told } = file;
  await context.trx.updateTable('stored_file').set(told).where('id', '=', id).execute();
  return file;
}

/** Gives an upload up: the clock removes what there is of it. */
export async function markUploadForRemoval(context: Context, id: string): Promise<void> {
  await context.trx
    .updateTable('stored_file')
    .set({ doomed: true })
    .where('id', '=', id)
    .where('owner_id', 'is', null)
    .execute();
}
