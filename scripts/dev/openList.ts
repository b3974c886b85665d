import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait until the server of `npm run dev` has started anew with the entity. In milliseconds. */
const patience = 30_000;

async function answerOf(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address);
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Shows a page in the browser of the person, where there is one. */
function openInBrowser(address: string): void {
  const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open', address],
    win32: ['cmd', '/c', 'start', '', address],
  };
  const [command, ...args] = commands[process.platform] ?? ['xdg-open', address];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // Without a browser the printed address is enough.
  child.on('error', () => undefined);
  child.unref();
}

/**
 * Opens the list of a new entity in the console that `npm run dev` runs.
 * @param origin the address of that console
 * @param path the path of the list in the console
 * @param open shows an address to the person
 * @returns true if the console runs and has the entity
 */
export async function openList(
  origin: string,
  path: string,
  open: (address: string) => void = openInBrowser,
): Promise<boolean> {
  if ((await answerOf(`${origin}/`)) === undefined) return false;
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const document = await answerOf(`${origin}/v1/openapi.json`);
    if (document?.includes(`"/v1${path}/list"`)) {
      open(origin + path);
      return true;
    }
    await pause(300);
  }
  return false;
}
