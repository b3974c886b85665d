import type { Language } from '../../messages/label.ts';

/**
 * File types that are detected by content, with their display names and file extensions. Types that a browser runs as a
 * page or a script (HTML, SVG) are excluded.
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

/** True if the type is one that is detected by content. */
export const isFileType = (type: string): type is FileType => Object.hasOwn(types, type);

/** File extensions of the type, without the dot; the usual one first. */
export const fileExtensions = (type: FileType): readonly string[] => types[type].endings;

/** Display names of the types: `PDF, PNG`, or `PDF、PNG` in Chinese. */
export const fileTypeList = (wanted: readonly FileType[], language: Language = 'en'): string =>
  wanted.map((type) => types[type].name).join(language === 'zh' ? '、' : ', ');

/** The types of pictures whose width and height the first bytes say. */
export const measuredTypes = ['image/png', 'image/gif', 'image/webp'] as const satisfies readonly FileType[];

export type MeasuredType = (typeof measuredTypes)[number];

export const isMeasured = (type: string): type is MeasuredType => measuredTypes.some((one) => one === type);

/** True for images that every browser displays and whose type is detected by content. */
export const isImage = (type: string): boolean => isFileType(type) && type.startsWith('image/');
