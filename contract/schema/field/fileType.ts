/**
 * The types of files that are told apart by their content, with how people call them and how their names end. What a browser
 * runs as a page or a script (HTML, SVG) is none of them.
 */
const types = {
  'application/pdf': { name: 'PDF', endings: ['pdf'] },
  'image/png': { name: 'PNG', endings: ['png'] },
  'image/jpeg': { name: 'JPEG', endings: ['jpg', 'jpeg'] },
  'image/gif': { name: 'GIF', endings: ['gif'] },
  'image/webp': { name: 'WebP', endings: ['webp'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'Word', endings: ['docx'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'Excel', endings: ['xlsx'] },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    name: 'PowerPoint',
    endings: ['pptx'],
  },
  'application/vnd.oasis.opendocument.text': { name: 'ODT', endings: ['odt'] },
  'application/vnd.oasis.opendocument.spreadsheet': { name: 'ODS', endings: ['ods'] },
  'application/zip': { name: 'ZIP', endings: ['zip'] },
  'text/csv': { name: 'CSV', endings: ['csv'] },
  'text/plain': { name: 'TXT', endings: ['txt', 'log', 'md'] },
} as const satisfies Record<string, { readonly name: string; readonly endings: readonly string[] }>;

export type FileType = keyof typeof types;

export const fileTypeNames = Object.keys(types) as readonly FileType[];

/** Is this a type that is told by its content? */
export const isFileType = (type: string): type is FileType => Object.hasOwn(types, type);

/** The endings of names of this type, without their point; the usual one first. */
export const fileExtensions = (type: FileType): readonly string[] => types[type].endings;

/** Types as people read them: `PDF, PNG`. */
export const fileTypeList = (wanted: readonly FileType[]): string => wanted.map((type) => types[type].name).join(', ');

/** Pictures that every browser draws, and whose type was told by their content. */
export const isImage = (type: string): boolean => isFileType(type) && type.startsWith('image/');
