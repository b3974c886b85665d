import { sendJson } from '../answer.ts';
import { toErrorAnswer } from '../errors.ts';
import type { HttpRequestContext } from '../services.ts';

/** How often a stream sends a sign of life, in milliseconds, since proxies close silent connections. */
const beatMs = 5_000;
/** The shortest time between two progress events, in milliseconds. */
const minReportIntervalMs = 100;

/** Reports how much of the work is done, and of how much. */
export type ReportProgress = (done: number, all: number) => void;

const encoder = new TextEncoder();
const event = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** Sends events as long as there is a reader; the work goes on without one. */
function writer(out: ReadableStreamDefaultController<Uint8Array>) {
  let [isOpen, reportedAt] = [true, 0];
  const send = (piece: Uint8Array) => {
    if (isOpen) out.enqueue(piece);
  };
  const beat = setInterval(() => send(encoder.encode(': beat\n\n')), beatMs);
  const leave = () => {
    isOpen = false;
    clearInterval(beat);
  };
  return {
    send,
    leave,
    progress(done: number, all: number) {
      if (done < all && performance.now() - reportedAt < minReportIntervalMs) return;
      reportedAt = performance.now();
      send(event('progress', { done, all }));
    },
    end() {
      if (isOpen) out.close();
      leave();
    },
  };
}

/**
 * Answers a request that may take long. If the client accepts `text/event-stream`, it gets its progress: events
 * `progress`, and at last `done` with the answer, or `failed` with the status and the body of the error. Other clients
 * get only the answer.
 * @param work throws as any other
 */
export async function withProgress(
  c: HttpRequestContext,
  work: (onProgress: ReportProgress) => Promise<object>,
): Promise<Response> {
  if (!c.req.header('accept')?.includes('text/event-stream')) return sendJson(c, await work(() => undefined));
  let running: ReturnType<typeof writer> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(out) {
      const current = writer(out);
      running = current;
      current.send(encoder.encode(': open\n\n'));
      const failed = async (error: Error) => {
        const { status, body } = await toErrorAnswer(error, c);
        current.send(event('failed', { status, ...body }));
      };
      void work((done, all) => current.progress(done, all))
        .then((done) => current.send(event('done', done)))
        .catch(failed)
        .finally(() => current.end());
    },
    cancel: () => running?.leave(),
  });
  return c.body(stream, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
}
