import { readSession } from '../authProvider/session.ts';
import { broken, type ErrorAnswer, httpError, noResponse } from './failure.ts';
import { saveFile } from './files.ts';
import { send, timeout } from './httpClient.ts';
import { queryOf } from './query.ts';

/**
 * The bytes of an answer; it has failed when none come for 20 s, however long the whole of it takes. Rejects with an
 * HttpError when nothing came, or not all of it.
 */
async function bytesOf(url: string, key: string | undefined, onProgress: (bytes: number) => void) {
  const patience = new AbortController();
  let late = setTimeout(() => patience.abort(), timeout);
  const alive = () => {
    clearTimeout(late);
    late = setTimeout(() => patience.abort(), timeout);
  };
  try {
    const response = await send(url, { signal: patience.signal }, key).catch(() => {
      throw noResponse(false);
    });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.ok ? response.body?.getReader() : undefined;
    const next = () =>
      reader?.read().catch(() => {
        throw broken();
      });
    for (let part = await next(); part && !part.done; part = await next()) {
      alive();
      parts.push(part.value as Uint8Array<ArrayBuffer>);
      bytes += part.value.length;
      onProgress(bytes);
    }
    return { response, file: new Blob(parts) };
  } finally {
    clearTimeout(late);
  }
}

/** The same, of a good answer; rejects with an HttpError for any other. */
async function goodBytes(url: string, onProgress: (bytes: number) => void) {
  const key = readSession()?.api_key;
  const { response, file } = await bytesOf(url, key, onProgress);
  if (response.ok) return { response, file };
  const answer = (await response.json().catch(() => ({}))) as ErrorAnswer;
  throw httpError(response.status, answer, key, false);
}

/** What an answer holds, as bytes of no type. In: a path of `/v1`. Rejects with an HttpError. */
export const fetchBytes = async (path: string): Promise<Blob> => (await goodBytes(path, () => undefined)).file;

/**
 * Saves an answer as a file, under the name that the server gives it. In: a path of `/v1`, its query, and who is told
 * how many bytes have come. Rejects with an HttpError.
 */
export async function download(
  path: string,
  query: Readonly<Record<string, unknown>>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { response, file } = await goodBytes(`${path}?${queryOf(query)}`, onProgress);
  const name = response.headers.get('content-disposition')?.match(/filename="([^"]+)"/)?.[1] ?? 'export.csv';
  saveFile(name, file);
}
