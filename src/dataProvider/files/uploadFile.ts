import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { readSession } from '../../authProvider/session.ts';
import { language } from '../../i18n/language.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import { type ErrorAnswer, httpError, noResponseError } from '../http/failure.ts';
import { idempotencyHeader } from '../http/idempotency.ts';
import { queryString } from '../http/queryString.ts';

export interface UploadOptions {
  /** Called with the number of bytes sent so far. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
}

const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Uploads a file as it is. It uses an XMLHttpRequest, since `fetch` does not report the progress of a body.
 * @param path a path of `/v1` (contract/values/files.ts)
 * @returns the stored file, which a record can refer to
 * @throws HttpError, or the reason of the signal when the caller aborts
 */
export function uploadFile(path: string, file: File, options: UploadOptions): Promise<StoredFile> {
  const { onProgress, signal, idempotencyKey } = options;
  const key = readSession()?.api_key;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${path}?${queryString({ name: file.name })}`);
    const headers = { 'Content-Type': 'application/octet-stream', 'X-LANG': language(), 'X-TIME-ZONE': browserZone() };
    const all = { ...headers, ...idempotencyHeader(idempotencyKey), ...(key && { authorization: key }) };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const answer = parseAnswer(request.responseText);
      if (request.status === 200 && answer) resolve(answer as StoredFile);
      else reject(httpError(request.status, (answer ?? {}) as ErrorAnswer, key, false));
    };
    request.onerror = () => reject(noResponseError(false));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
