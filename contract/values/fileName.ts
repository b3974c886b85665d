import { longestFileName } from '../kinds/fileField.ts';
import { canonicalText } from '../lib/canonicalText.ts';
import { type FileType, fileExtensions } from '../schema/field/fileType.ts';

/** Invisible characters and direction marks, but for those that writing may need. */
const invisibleCharacters = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{C}\u2028\u2029]/gu;
/** Folders, and characters that some systems do not allow in names. */
const path = /^.*[/\\]/su;
const reserved = /[<>:"|?*]/g;

/** The extension of a name with its dot: `.pdf`; empty if there is none. */
const extensionOf = (name: string): string => /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';

/** Shortens a name to the maximum length and keeps its extension. */
function shortened(name: string, extension: string): string {
  const stem = [...name.slice(0, name.length - extension.length)].slice(0, longestFileName - [...extension].length);
  return stem.join('') + extension;
}

/** A name as every line of text is written (issue 33), without line breaks and marks of direction. */
const plainName = (text: string): string => canonicalText(text.replace(invisibleCharacters, ''), 'line');

/**
 * Cleans the name of an uploaded file: removes folders and invisible characters, and sets an extension that matches the
 * content, so that no system opens the file as another type.
 * @param type The file type, determined by the content.
 */
export function cleanFileName(sent: string, type: FileType): string {
  const plain = plainName(sent).replace(path, '').replace(reserved, '_').trim();
  const stem = plain.replace(/^\.+/, '').replace(/[. ]+$/, '') || 'file';
  const extension = extensionOf(stem);
  const extensions: readonly string[] = fileExtensions(type);
  const isRight = extensions.includes(extension.slice(1).toLowerCase());
  const name = isRight ? shortened(stem, extension) : shortened(`${stem}.${extensions[0]}`, `.${extensions[0]}`);
  // A joiner at the end of a shortened name joins nothing.
  return plainName(name);
}
