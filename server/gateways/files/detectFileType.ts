import { createReadStream } from 'node:fs';

/** True for UTF-8 without control characters other than line breaks, tabs and form feeds. */
async function isPlainText(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
  try {
    for await (const part of createReadStream(file)) {
      if (control.test(decoder.decode(part as Uint8Array, { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Content does not distinguish kinds of text; if several are wanted, the file extension decides. */
function textType(name: string, wanted: readonly string[]): string | undefined {
  const type = /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
  return wanted.includes(type) ? type : wanted.find((one) => one === 'text/plain');
}

/**
 * The media type of a file by its content (file-type), whatever its name says.
 * @returns one of the wanted types, or undefined
 */
export async function detectFileType(
  file: string,
  name: string,
  wanted: readonly string[],
): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file);
  if (found) return wanted.find((one) => one === found.mime);
  const text = textType(name, wanted);
  return text !== undefined && (await isPlainText(file)) ? text : undefined;
}
