import { readSession } from '../../authProvider/session.ts';
import { type ErrorAnswer, httpError, incompleteFileError, noResponseError } from '../http/failure.ts';
import { requestTimeout, sendRequest } from '../http/httpClient.ts';
import { queryString } from '../http/queryString.ts';
import { saveFile } from './saveFile.ts';

/** The part of a file that has been received so far. */
interface PartialDownload {
  readonly parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
  readonly onProgress: (bytes: number) => void;
}

/**
 * Reads a response to its end, or to where it breaks off.
 * @returns true if the response is complete
 */
async function readBody(coming: PartialDownload, response: Response, onData: () => void): Promise<boolean> {
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      onData();
      coming.parts.push(part.value as Uint8Array<ArrayBuffer>);
      coming.bytes += part.value.length;
      coming.onProgress(coming.bytes);
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends the request and reads the response. There is no limit for the whole, but it gives up when nothing has come for
 * 20 s.
 */
async function attemptDownload(url: string, headers: HeadersInit, key: string | undefined, coming: PartialDownload) {
  const timeLimit = new AbortController();
  let timer = setTimeout(() => timeLimit.abort(), requestTimeout);
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeLimit.abort(), requestTimeout);
  };
  try {
    const response = await sendRequest(url, { headers, signal: timeLimit.signal }, key);
    const isWanted = response.ok && (coming.bytes === 0 || response.status === 206);
    return { response, isWhole: !isWanted || (await readBody(coming, response, onData)), isWanted };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Fetches the bytes of an answer. If the response breaks off, the rest is requested as a range, as long as each attempt
 * receives something and the response has an entity tag (RFC 9110, 13.1.5).
 * @throws HttpError when nothing was received, or not all of it
 */
async function downloadBytes(url: string, key: string | undefined, onProgress: (bytes: number) => void) {
  const coming: PartialDownload = { parts: [], bytes: 0, onProgress };
  const first = await attemptDownload(url, {}, key, coming).catch(() => {
    throw noResponseError(false);
  });
  const tag = first.response.headers.get('etag');
  for (let last = first, previousBytes = 0; !last.isWhole; ) {
    if (!tag || coming.bytes === previousBytes) throw incompleteFileError();
    previousBytes = coming.bytes;
    last = await attemptDownload(url, { Range: `bytes=${previousBytes}-`, 'If-Range': tag }, key, coming).catch(() => {
      throw incompleteFileError();
    });
    if (!last.isWanted) throw incompleteFileError();
  }
  return { response: first.response, file: new Blob(coming.parts) };
}

/**
 * Fetches the bytes of a successful answer.
 * @throws HttpError for any other answer
 */
async function fetchFile(url: string, onProgress: (bytes: number) => void) {
  const key = readSession()?.api_key;
  const { response, file } = await downloadBytes(url, key, onProgress);
  if (response.ok) return { response, file };
  const answer = (await response.json().catch(() => ({}))) as ErrorAnswer;
  throw httpError(response.status, answer, key, false);
}

/**
 * Fetches an answer as bytes without a type.
 * @param path a path of `/v1`
 * @throws HttpError
 */
export const fetchBlob = async (path: string): Promise<Blob> => (await fetchFile(path, () => undefined)).file;

/**
 * Saves an answer as a file under the name from the server.
 * @param path a path of `/v1`
 * @param onProgress called with the number of bytes received so far
 * @throws HttpError
 */
export async function downloadFile(
  path: string,
  query: Readonly<Record<string, unknown>>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { response, file } = await fetchFile(`${path}?${queryString(query)}`, onProgress);
  const name = response.headers.get('content-disposition')?.match(/filename="([^"]+)"/)?.[1] ?? 'export.csv';
  saveFile(name, file);
}
