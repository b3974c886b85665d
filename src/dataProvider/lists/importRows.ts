import type { ImportAnswer } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { readSession } from '../../authProvider/session.ts';
import { broken, type ErrorAnswer, httpError } from '../http/failure.ts';
import { brokenOff, type RequestOptions, request, send, timeout } from '../http/httpClient.ts';
import { eventReader } from '../live/eventText.ts';

/** The rows of a file as the server takes them. */
export interface ImportBody {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly dry_run: boolean;
}

/** Tells what would happen. Rejects with an HttpError. */
export const tryImport = (
  entity: Entity,
  body: ImportBody,
  options: Pick<RequestOptions, 'signal' | 'quiet'>,
): Promise<ImportAnswer> => request<ImportAnswer>(`/v1/${entity.path}/import`, { method: 'POST', body, ...options });

/** How far an import has come: the rows that are written, of all of them. */
export type OnProgress = (done: number, all: number) => void;

/** Reads a stream to its end, as long as something comes of it every 20 s. Rejects where it breaks off. */
async function readTo(response: Response, alive: () => void, take: (piece: string) => void): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    alive();
    take(decoder.decode(part.value, { stream: true }));
  }
}

/** What ends a request when nothing has come of it for 20 s. */
function patience() {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), timeout);
  };
  alive();
  return { signal: end.signal, alive, stop: () => clearTimeout(timer) };
}

/**
 * Makes records of rows, however long it takes, and tells how far that is. Rejects with an HttpError: where the answer
 * breaks off the rows may be there, and the same request with the same key says so.
 */
export async function importRows(
  entity: Entity,
  body: ImportBody,
  { headers, onProgress }: { headers: Record<string, string>; onProgress: OnProgress },
): Promise<ImportAnswer> {
  const key = readSession()?.api_key;
  const { signal, alive, stop } = patience();
  let [answer, failure]: [ImportAnswer?, (ErrorAnswer & { status: number })?] = [];
  const take = eventReader(({ event, data = '{}' }) => {
    if (event === 'done') answer = JSON.parse(data);
    if (event === 'failed') failure = JSON.parse(data);
    if (event !== 'progress') return;
    const { done, all } = JSON.parse(data);
    onProgress(done, all);
  });
  try {
    const asked = { method: 'POST', body: JSON.stringify(body), headers: { ...headers, Accept: 'text/event-stream' } };
    const response = await send(`/v1/${entity.path}/import`, { ...asked, signal }, key);
    if (response.ok) await readTo(response, alive, take);
    else failure = { ...((await response.json().catch(() => ({}))) as ErrorAnswer), status: response.status };
  } catch (error) {
    throw brokenOff(error, undefined, false);
  } finally {
    stop();
  }
  if (failure) throw httpError(failure.status, failure, key, false);
  if (!answer) throw broken();
  return answer;
}
