import { answer } from '../answer.ts';
import { tellError } from '../errors.ts';
import type { Http } from '../services.ts';

/** How often a stream says that its work goes on, in milliseconds; proxies end connections on which nothing comes. */
const beatMs = 5_000;
/** How often progress is told at most, in milliseconds. */
const toldMs = 100;

/** Tells how much of the work is done, and of how much. */
export type OnProgress = (done: number, all: number) => void;

const encoder = new TextEncoder();
const event = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** Sends what happens as long as there is a reader; the work itself goes on without one. */
function writer(out: ReadableStreamDefaultController<Uint8Array>) {
  let [isOpen, toldAt] = [true, 0];
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
      if (done < all && performance.now() - toldAt < toldMs) return;
      toldAt = performance.now();
      send(event('progress', { done, all }));
    },
    end() {
      if (isOpen) out.close();
      leave();
    },
  };
}

/**
 * Answers what may take long. Who asks for `text/event-stream` is told its progress: events `progress`, at last `done` with
 * the answer, or `failed` with the status and the body that the request would have had. All others get the answer alone.
 * In: the work, which throws as any other.
 */
export async function withProgress(c: Http, work: (onProgress: OnProgress) => Promise<object>): Promise<Response> {
  if (!c.req.header('accept')?.includes('text/event-stream')) return answer(c, await work(() => undefined));
  let told: ReturnType<typeof writer> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(out) {
      const here = writer(out);
      told = here;
      here.send(encoder.encode(': open\n\n'));
      const failed = async (error: Error) => {
        const { status, body } = await tellError(error, c);
        here.send(event('failed', { status, ...body }));
      };
      void work((done, all) => here.progress(done, all))
        .then((done) => here.send(event('done', done)))
        .catch(failed)
        .finally(() => here.end());
    },
    cancel: () => told?.leave(),
  });
  return c.body(stream, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
}
