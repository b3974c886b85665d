/** A server-sent event. */
export interface ServerEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
}

const eventOf = (block: string): ServerEvent =>
  Object.fromEntries(
    block.split('\n').flatMap((line) => {
      const found = /^(event|id|data): ?(.*)$/.exec(line);
      return found ? [[found[1], found[2]]] : [];
    }),
  );

/**
 * Parses an event stream piece by piece (https://html.spec.whatwg.org/multipage/server-sent-events.html). Events of our
 * server have their data in one line.
 * @returns a function that takes the next piece
 */
export function eventReader(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) onEvent(eventOf(block));
  };
}
