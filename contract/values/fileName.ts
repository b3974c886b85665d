import { longestFileName } from '../kinds/fileField.ts';
import { type FileType, fileExtensions } from '../schema/field/fileType.ts';

/** What nobody sees, what turns the direction of reading, and what names a folder on some system. */
const invisibleCharacters = /[\p{C}\u2028\u2029]/gu;
const path = /^.*[/\\]/su;
const reserved = /[<>:"|?*]/g;

/** The last signs of a name from its last point on: `.pdf`; nothing where it has none. */
const endingOf = (name: string): string => /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';

/** A name of at most so many characters, cut before its ending. */
function shortened(name: string, ending: string): string {
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, longestFileName - [...ending].length);
  return stem.join('') + ending;
}

/**
 * The name that a file is kept and offered by: without folders, without what is not seen, and with an ending that says what the
 * content is, so that no system opens it as something else. In: the name that was sent, and the type by its content.
 */
export function cleanFileName(sent: string, type: FileType): string {
  const plain = sent.normalize('NFC').replace(invisibleCharacters, '').replace(path, '').replace(reserved, '_').trim();
  const stem = plain.replace(/^\.+/, '').replace(/[. ]+$/, '') || 'file';
  const ending = endingOf(stem);
  const known: readonly string[] = fileExtensions(type);
  const isRight = known.includes(ending.slice(1).toLowerCase());
  return isRight ? shortened(stem, ending) : shortened(`${stem}.${known[0]}`, `.${known[0]}`);
}
