import { useEffect, useRef, useState } from 'react';
import { useResourceContext } from 'react-admin';
import {
  isPending,
  mostBytes,
  type PendingFile,
  sizeLimitText,
  typesOf,
} from '../../../../contract/kinds/fileField.ts';
import { mostItems } from '../../../../contract/kinds/limits.ts';
import type { Field, StoredFile } from '../../../../contract/schema/field/field.ts';
import { fileExtensions, fileTypeList, fileTypeNames } from '../../../../contract/schema/field/fileType.ts';
import { uploadPath } from '../../../../contract/values/files.ts';
import { uploadFile } from '../../../dataProvider/files/uploadFile.ts';
import { failureText } from '../../../dataProvider/http/failure.ts';
import { createIdempotencyKeys } from '../../../dataProvider/http/idempotency.ts';
import { language } from '../../../i18n/language.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../ContractContext.ts';
import { rememberContent } from './uploadedContent.ts';

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
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const wanted = typesOf(item).flatMap(fileExtensions);
  return (
    !wanted.includes(extension) &&
    (extension === '' ? false : fileTypeNames.flatMap(fileExtensions).includes(extension))
  );
}

/** The reason why a file is not uploaded at all; undefined if it may be. */
function refusalText({ name, size }: File, item: Field): string | undefined {
  const words = text().files;
  if (size > mostBytes(item)) return words.tooLarge(name, sizeLimitText(mostBytes(item)));
  if (size === 0) return words.empty(name);
  return isWrongType(name, item) ? words.wrongType(name, fileTypeList(typesOf(item), language())) : undefined;
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
  const formFiles = useRef<FormFile[]>([]);
  formFiles.current = formFilesOf(value);
  const write = (next: FormFile[]) => {
    formFiles.current = next;
    onChange(field.kind === 'list' ? next : (next.at(-1) ?? null));
  };
  return { formFiles, write };
}

/** The running uploads, by their id in the form's value. They stop when the form is closed. */
function useRunningUploads() {
  const [running, setRunning] = useState<Readonly<Record<string, Upload>>>({});
  const stops = useRef(new Set<() => void>());
  useEffect(
    () => () => {
      for (const stop of stops.current) stop();
    },
    [],
  );
  const start = (id: string, { name, size }: File) => {
    const controller = new AbortController();
    const stop = () => controller.abort();
    stops.current.add(stop);
    const onProgress = (sent: number) => setRunning((all) => ({ ...all, [id]: { name, size, sent, stop } }));
    onProgress(0);
    const finish = () => {
      stops.current.delete(stop);
      setRunning(({ [id]: _, ...others }) => others);
    };
    return { signal: controller.signal, onProgress, finish };
  };
  return { running, start };
}

/**
 * Uploads chosen files and updates the form's value. Running uploads are part of the value, so that the form cannot be
 * saved without them. Failed uploads are reported.
 * @param given The field, and its value in the form.
 */
export function useUploads(given: UploadField) {
  const { field, item, source } = given;
  const contract = useContract();
  const resource = useResourceContext() ?? '';
  const { formFiles, write } = useFormFiles(given);
  const { running, start } = useRunningUploads();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [keyFor] = useState(createIdempotencyKeys);
  const limit = mostItems(field) ?? 1;

  async function send(file: File): Promise<void> {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const { signal, onProgress, finish } = start(id, file);
    write([...(field.kind === 'list' ? formFiles.current : []), { pending: id }]);
    const replacePending = (done?: StoredFile) => {
      finish();
      write(formFiles.current.flatMap((one) => (isPending(one) && one.pending === id ? (done ?? []) : one)));
    };
    const options = { onProgress, signal, idempotencyKey: keyFor(id) };
    await uploadFile(uploadPath(contract.entity(resource), source), file, options).then(
      (done) => {
        rememberContent(done.id, file);
        replacePending(done);
      },
      (failure: unknown) => {
        replacePending();
        if (!signal.aborted) setProblems((all) => [...all, text().files.failed(file.name, failureText(failure))]);
      },
    );
  }

  const add = (files: readonly File[]): void => {
    const freeSlots = field.kind === 'list' ? limit - formFiles.current.length : 1;
    const accepted = files.filter((file) => !refusalText(file, item));
    const refusals = files.flatMap((file) => refusalText(file, item) ?? []);
    setProblems([...refusals, ...(accepted.length > freeSlots ? [text().files.tooMany(limit)] : [])]);
    for (const file of accepted.slice(0, freeSlots)) void send(file);
  };

  const remove = (one: FormFile): void => {
    if (isPending(one)) running[one.pending]?.stop();
    else write(formFiles.current.filter((other) => other !== one));
  };
  return { files: formFiles.current, running, problems, add, remove };
}
