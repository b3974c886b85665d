import { useEffect, useRef, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { entityNamed } from '../../../../contract/index.ts';
import { isPending, megabyte, mostBytes, type PendingFile, typesOf } from '../../../../contract/kinds/fileField.ts';
import { mostItems } from '../../../../contract/kinds/limits.ts';
import type { Field, StoredFile } from '../../../../contract/schema/field/field.ts';
import { fileExtensions, fileTypeList, fileTypeNames } from '../../../../contract/schema/field/fileType.ts';
import { uploadPath } from '../../../../contract/values/files.ts';
import { uploadFile } from '../../../dataProvider/files/uploadFile.ts';
import { failureText } from '../../../dataProvider/http/failure.ts';
import { createIdempotencyKeys } from '../../../dataProvider/http/idempotency.ts';
import { text } from '../../../i18n/text.ts';

/** A file on its way. */
export interface Upload {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly stop: () => void;
}

/** What stands in the form: files of the record, and those on their way to it. */
export type FormFile = StoredFile | PendingFile;

/** A name that says it is of a type that the field does not take; one that says nothing is looked at by the server. */
function isWrongType(name: string, item: Field): boolean {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const wanted = typesOf(item).flatMap(fileExtensions);
  return !wanted.includes(ending) && (ending === '' ? false : fileTypeNames.flatMap(fileExtensions).includes(ending));
}

/** Why a file need not be sent at all; nothing where it may go. */
function refusalText({ name, size }: File, item: Field): string | undefined {
  const words = text().files;
  if (size > mostBytes(item)) return words.tooLarge(name, String(mostBytes(item) / megabyte));
  if (size === 0) return words.empty(name);
  return isWrongType(name, item) ? words.wrongType(name, fileTypeList(typesOf(item))) : undefined;
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

/** The form's value as it is now, for who comes back to it later. */
function useFormFiles({ field, value, onChange }: UploadField) {
  const held = useRef<FormFile[]>([]);
  held.current = formFilesOf(value);
  const write = (next: FormFile[]) => {
    held.current = next;
    onChange(field.kind === 'list' ? next : (next.at(-1) ?? null));
  };
  return { held, write };
}

/** What is on its way, by the name that it has in the form's value; whoever closes the form wants none of it. */
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
 * Sends files as they are chosen and keeps the form's value: what is on its way stands there, too, so that nobody saves
 * without it. What is not sent is told. In: the field, and its value in the form.
 */
export function useUploads(given: UploadField) {
  const { field, item, source } = given;
  const entity = useResourceContext() ?? '';
  const { held, write } = useFormFiles(given);
  const { going, begin } = useRunningUploads();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [keyFor] = useState(createIdempotencyKeys);
  const most = mostItems(field) ?? 1;

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
