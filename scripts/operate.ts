import { type Config, readConfig } from '../server/start/config.ts';

const minKeyLength = 16;

function keyOf(text: string | undefined): string | undefined {
  if (text !== undefined && text !== '' && text.length < minKeyLength)
    throw new Error(`BACKUP_KEY needs at least ${minKeyLength} characters`);
  return text || undefined;
}

/**
 * Runs a command on one file, with the configuration and the key of the environment. It prints errors and then fails.
 */
export async function operate(
  name: string,
  work: (config: Config, file: string, key: string | undefined) => Promise<void>,
): Promise<void> {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || others.length > 0) {
    console.error(`Usage: npm run ${name} -- FILE`);
    process.exit(1);
  }
  try {
    await work(readConfig(process.env), file, keyOf(process.env['BACKUP_KEY']));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
