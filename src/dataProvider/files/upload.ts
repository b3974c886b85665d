import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { readSession } from '../../authProvider/session.ts';
import { language } from '../../i18n/language.ts';
import { type ErrorAnswer, httpError, noResponse } from '../http/failure.ts';
import { idempotencyHeader } from '../http/idempotency.ts';
import { queryOf } from '../http/query.ts';

export interface UploadOptions {
  /** Is told how many of the bytes have gone. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
}

const answerOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends a file as it is. `fetch` tells nobody how much of a body has gone, so this is an XMLHttpRequest. In: a path of `/v1`
 * (contract/values/files.ts), the file, and who is told. Out: what a record takes it by. Rejects with an HttpError; with the
 * signal's reason where the caller takes it back.
 */
export function upload(path: string, file: File, options: UploadOptions): Promise<StoredFile> {
  const { onProgress, signal, idempotencyKey } = options;
  const key = readSession()?.api_key;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${path}?${queryOf({ name: file.name })}`);
    const headers = { 'Content-Type': 'application/octet-stream', 'X-LANG': language() };
    const all = { ...headers, ...idempotencyHeader(idempotencyKey), ...(key && { authorization: key }) };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const answer = answerOf(request.responseText);
      if (request.status === 200 && answer) resolve(answer as StoredFile);
      else reject(httpError(request.status, (answer ?? {}) as ErrorAnswer, key, false));
    };
    request.onerror = () => reject(noResponse(false));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
