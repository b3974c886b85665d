import { useEffect, useRef, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { entityNamed } from '../../../../contract/index.ts';
import { isPending, megabyte, mostBytes, type PendingFile, typesOf } from '../../../../contract/kinds/fileField.ts';
import { mostItems } from '../../../../contract/kinds/limits.ts';
import type { Field, StoredFile } from '../../../../contract/schema/field/field.ts';
import { endingsOf, fileTypeNames, typeList } from '../../../../contract/schema/field/fileType.ts';
import { uploadPath } from '../../../../contract/values/files.ts';
import { uploadFile } from '../../../dataProvider/files/uploadFile.ts';
import { failureText } from '../../../dataProvider/http/failure.ts';
import { createIdempotencyKeys } from '../../../dataProvider/http/idempotency.ts';
import { text } from '../../../i18n/text.ts';

/** An upload in progress. */
export interface Upload {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly stop: () => void;
}

/** The value in the form: files of the record, and those that are being uploaded. */
export type FormFile = StoredFile | PendingFile;

/**
 * True if the file name has a known extension that the field does not accept; files without one are checked by the
 * server.
 */
function isWrongType(name: string, item: Field): boolean {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const wanted = typesOf(item).flatMap(endingsOf);
  return !wanted.includes(ending) && (ending === '' ? false : fileTypeNames.flatMap(endingsOf).includes(ending));
}

/** The reason why a file is not uploaded at all; undefined if it may be. */
function refusalText({ name, size }: File, item: Field): string | undefined {
  const words = text().files;
  if (size > mostBytes(item)) return words.tooLarge(name, String(mostBytes(item) / megabyte));
  if (size === 0) return words.empty(name);
  return isWrongType(name, item) ? words.wrongType(name, typeList(typesOf(item))) : undefined;
}

interface UploadField {
  readonly field: Field;
  readonly item: Field;
  readonly source: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const formFilesOf = (value: unknown): FormFile[] =>
  Array.isArray(value)
    ? (value as FormFile[])
    : value === null || value === undefined || value === ''
      ? []
      : [value as FormFile];

/** The current value of the form, for callbacks that run later. */
function useFormFiles({ field, value, onChange }: UploadField) {
  const held = useRef<FormFile[]>([]);
  held.current = formFilesOf(value);
  const write = (next: FormFile[]) => {
    held.current = next;
    onChange(field.kind === 'list' ? next : (next.at(-1) ?? null));
  };
  return { held, write };
}

/** The running uploads, by their id in the form's value. They stop when the form is closed. */
function useRunningUploads() {
  const [going, setGoing] = useState<Readonly<Record<string, Upload>>>({});
  const stops = useRef(new Set<() => void>());
  useEffect(
    () => () => {
      for (const stop of stops.current) stop();
    },
    [],
  );
  const begin = (id: string, { name, size }: File) => {
    const patience = new AbortController();
    const stop = () => patience.abort();
    stops.current.add(stop);
    const tell = (sent: number) => setGoing((all) => ({ ...all, [id]: { name, size, sent, stop } }));
    tell(0);
    const end = () => {
      stops.current.delete(stop);
      setGoing(({ [id]: _, ...others }) => others);
    };
    return { signal: patience.signal, tell, end };
  };
  return { going, begin };
}

/**
 * Uploads chosen files and updates the form's value. Running uploads are part of the value, so that the form cannot be
 * saved without them. Failed uploads are reported.
 * @param given The field, and its value in the form.
 */
export function useUploads(given: UploadField) {
  const { field, item, source } = given;
  const entity = useResourceContext() ?? '';
  const { held, write } = useFormFiles(given);
  const { going, begin } = useRunningUploads();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [keyFor] = useState(createIdempotencyKeys);
  const most = field.kind === 'list' ? mostItems(field) : 1;

  async function send(file: File): Promise<void> {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const { signal, tell, end } = begin(id, file);
    write([...(field.kind === 'list' ? held.current : []), { pending: id }]);
    const settle = (done?: StoredFile) => {
      end();
      write(held.current.flatMap((one) => (isPending(one) && one.pending === id ? (done ?? []) : one)));
    };
    const options = { onProgress: tell, signal, idempotencyKey: keyFor(id) };
    await uploadFile(uploadPath(entityNamed(entity), source), file, options).then(settle, (failure: unknown) => {
      settle();
      if (!signal.aborted) setProblems((all) => [...all, text().files.failed(file.name, failureText(failure))]);
    });
  }

  const add = (files: readonly File[]): void => {
    const free = field.kind === 'list' ? most - held.current.length : 1;
    const good = files.filter((file) => !refusalText(file, item));
    const wrong = files.flatMap((file) => refusalText(file, item) ?? []);
    setProblems([...wrong, ...(good.length > free ? [text().files.tooMany(most)] : [])]);
    for (const file of good.slice(0, free)) void send(file);
  };

  const remove = (one: FormFile): void => {
    if (isPending(one)) going[one.pending]?.stop();
    else write(held.current.filter((other) => other !== one));
  };
  return { files: held.current, going, problems, add, remove };
}
