import { readSession } from '../../authProvider/session.ts';
import { broken, type ErrorAnswer, httpError, noResponse } from '../http/failure.ts';
import { send, timeout } from '../http/httpClient.ts';
import { queryOf } from '../http/query.ts';
import { saveFile } from './saveFile.ts';

/** What has come so far, and who is told. */
interface Coming {
  readonly parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
  readonly onProgress: (bytes: number) => void;
}

/** Reads an answer to its end, or to where it breaks off. Out: whether it is whole. */
async function readInto(coming: Coming, response: Response, alive: () => void): Promise<boolean> {
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      alive();
      coming.parts.push(part.value as Uint8Array<ArrayBuffer>);
      coming.bytes += part.value.length;
      coming.onProgress(coming.bytes);
    }
    return true;
  } catch {
    return false;
  }
}

/** Asks, and reads what comes until none has come for 20 s, however long the whole of it takes. */
async function attempt(url: string, headers: HeadersInit, key: string | undefined, coming: Coming) {
  const patience = new AbortController();
  let late = setTimeout(() => patience.abort(), timeout);
  const alive = () => {
    clearTimeout(late);
    late = setTimeout(() => patience.abort(), timeout);
  };
  try {
    const response = await send(url, { headers, signal: patience.signal }, key);
    const isWanted = response.ok && (coming.bytes === 0 || response.status === 206);
    return { response, isWhole: !isWanted || (await readInto(coming, response, alive)), isWanted };
  } finally {
    clearTimeout(late);
  }
}

/**
 * The bytes of an answer. One that breaks off goes on from there as long as something comes, where it says what it is of
 * (RFC 9110, 13.1.5). Rejects with an HttpError when nothing came, or not all of it.
 */
async function bytesOf(url: string, key: string | undefined, onProgress: (bytes: number) => void) {
  const coming: Coming = { parts: [], bytes: 0, onProgress };
  const first = await attempt(url, {}, key, coming).catch(() => {
    throw noResponse(false);
  });
  const tag = first.response.headers.get('etag');
  for (let last = first, had = 0; !last.isWhole; ) {
    if (!tag || coming.bytes === had) throw broken();
    had = coming.bytes;
    last = await attempt(url, { Range: `bytes=${had}-`, 'If-Range': tag }, key, coming).catch(() => {
      throw broken();
    });
    if (!last.isWanted) throw broken();
  }
  return { response: first.response, file: new Blob(coming.parts) };
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
