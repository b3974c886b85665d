import { sql } from 'kysely';
import { filesIn, isFileId } from '../../../contract/kinds/fileField.ts';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, mayRead, writePathOf } from '../../../contract/schema/entity.ts';
import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { type FileField, fileFields } from '../../../contract/values/files.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { getRecord } from '../read/read.ts';

/** The caller's finished uploads for the field that are attached to no record yet, locked, by id. */
async function openUploads(context: Context, entity: Entity, name: string, ids: readonly string[]) {
  const { id, behalf_id } = callerOf(context);
  const { rows } = await sql<StoredFile>`select id, name, size, type, sha256 from stored_file
    where id = any (${[...ids]}::uuid[]) and entity = ${entity.name} and field = ${name} and owner_id is null
      and uploader_id = ${id} and behalf_id is not distinct from ${behalf_id}::int
      and sha256 is not null and not doomed
    order by id for update`.execute(context.trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The value to store for one file field: files that the record has already, and open uploads of the caller. Otherwise
 * its errors.
 */
async function attachedFiles(
  context: Context,
  entity: Entity,
  [name, field]: FileField,
  value: unknown,
  before: unknown,
) {
  const had = new Map(filesIn(before).map((one) => [one.id, one]));
  const wanted = filesIn(value).map(({ id }) => id);
  const fresh = wanted.filter((id) => !had.has(id));
  const open = fresh.length > 0 ? await openUploads(context, entity, name, fresh) : new Map<string, StoredFile>();
  const files = wanted.map((id) => had.get(id) ?? open.get(id));
  const place = writePathOf(name, field);
  const at = (index: number) => (field.kind === 'list' ? `${place}[${index}]` : place);
  const errors: FieldErrors = {};
  for (const [index, id] of wanted.entries()) {
    if (wanted.indexOf(id) < index) errors[at(index)] = [message('repeated_item')];
    else if (!files[index]) errors[at(index)] = [message('file_gone')];
  }
  return { errors, value: field.kind === 'list' ? files : (files[0] ?? null) };
}

/**
 * Replaces the file ids of a body by the stored files: name, size and type come from the server, not from the body.
 * @param values the values of the body by field name
 * @param row the record before the change
 * @throws 422 for an upload of another user or another field, or one that is attached already or deleted
 */
export async function attachFiles(
  context: Context,
  entity: Entity,
  values: FieldValues,
  row?: FieldValues,
): Promise<FieldValues> {
  const found = fileFields(entity).filter(([name]) => values[name] !== undefined);
  if (found.length === 0) return values;
  const whole: Record<string, unknown> = { ...values };
  const errors: FieldErrors = {};
  for (const one of found) {
    const [name] = one;
    const done = await attachedFiles(context, entity, one, values[name], row?.[name]);
    whole[name] = done.value;
    Object.assign(errors, done.errors);
  }
  if (Object.keys(errors).length > 0) throw AppError.invalid(errors);
  return whole;
}

/**
 * A file of a record that the caller may read: by role, scope and field.
 * @throws 403 where the role may not read the field; 404 where the caller finds no such record, or the file is no
 *   longer in that field
 */
export async function findFile(
  context: Context,
  entity: Entity,
  name: string,
  id: number,
  file: string,
): Promise<StoredFile> {
  const field = entity.fields[name];
  if (!field || !mayRead(field, callerOf(context).role)) throw AppError.forbidden();
  const found = filesIn((await getRecord(context, entity, id))[name]).find((one) => isFileId(file) && one.id === file);
  if (!found) throw AppError.notFound();
  return found;
}
