import type { ImportAnswer } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { readSession } from '../../authProvider/session.ts';
import { type ErrorAnswer, httpError, incompleteFileError } from '../http/failure.ts';
import {
  abortedOrNoResponse,
  type RequestOptions,
  requestJson,
  requestTimeout,
  sendRequest,
} from '../http/httpClient.ts';
import { eventReader } from '../live/eventText.ts';

/** The rows of an import file, in the form that the server takes. */
export interface ImportBody {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly dry_run: boolean;
  /** The column by which rows are matched with existing records. */
  readonly key?: string | undefined;
  /** The version of each row's record that the user has seen, 0 for none. */
  readonly versions?: readonly number[] | undefined;
}

/**
 * Runs the import as a trial that writes nothing.
 * @throws HttpError
 */
export const tryImport = (
  entity: Entity,
  body: ImportBody,
  options: Pick<RequestOptions, 'signal' | 'quiet'>,
): Promise<ImportAnswer> =>
  requestJson<ImportAnswer>(`/v1/${entity.path}/import`, { method: 'POST', body, ...options });

/** Called with the number of rows that are written, and the number of all rows. */
export type OnImportProgress = (done: number, all: number) => void;

/**
 * Reads a stream to its end, and passes on its text piece by piece.
 * @param onData called for each piece
 * @throws Error when the stream breaks off
 */
async function readStream(response: Response, onData: () => void, onText: (piece: string) => void): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onData();
    onText(decoder.decode(part.value, { stream: true }));
  }
}

/** A signal that aborts a request from which nothing has come for 20 s. */
function silenceTimeout() {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), requestTimeout);
  };
  onData();
  return { signal: end.signal, onData, stop: () => clearTimeout(timer) };
}

/**
 * Imports rows and reports the progress; there is no limit for the whole.
 * @throws HttpError. If the answer breaks off, the rows may have been created: the same request with the same key
 *   returns the result.
 */
export async function importRows(
  entity: Entity,
  body: ImportBody,
  { headers, onProgress }: { headers: Record<string, string>; onProgress: OnImportProgress },
): Promise<ImportAnswer> {
  const key = readSession()?.api_key;
  const { signal, onData, stop } = silenceTimeout();
  let [answer, failure]: [ImportAnswer?, (ErrorAnswer & { status: number })?] = [];
  const onText = eventReader(({ event, data = '{}' }) => {
    if (event === 'done') answer = JSON.parse(data);
    if (event === 'failed') failure = JSON.parse(data);
    if (event !== 'progress') return;
    const { done, all } = JSON.parse(data);
    onProgress(done, all);
  });
  try {
    const asked = { method: 'POST', body: JSON.stringify(body), headers: { ...headers, Accept: 'text/event-stream' } };
    const response = await sendRequest(`/v1/${entity.path}/import`, { ...asked, signal }, key);
    if (response.ok) await readStream(response, onData, onText);
    else failure = { ...((await response.json().catch(() => ({}))) as ErrorAnswer), status: response.status };
  } catch (error) {
    throw abortedOrNoResponse(error, undefined, false);
  } finally {
    stop();
  }
  if (failure) throw httpError(failure.status, failure, key, false);
  if (!answer) throw incompleteFileError();
  return answer;
}
