import type { MeasuredType } from '../../../contract/schema/field/fileType.ts';

/** Width and height in pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** As many first bytes of a picture as `pictureSize` needs. */
export const measuredBytes = 32;

const text = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

/** The size of a WebP, which has three forms: lossy, lossless and extended (RFC 9649). */
function webpSize(bytes: Buffer): PictureSize | undefined {
  const form = text(bytes, 12, 16);
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** How the first bytes of each type say its size. */
const sizes: Readonly<Record<MeasuredType, (bytes: Buffer) => PictureSize | undefined>> = {
  'image/png': (bytes) =>
    text(bytes, 12, 16) === 'IHDR' ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined,
  'image/gif': (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  'image/webp': webpSize,
};

/**
 * The size of a picture.
 * @param bytes its first `measuredBytes` bytes, or all of a shorter one
 * @param type the type that its content has
 * @returns undefined for a picture that is damaged
 */
export function pictureSize(bytes: Buffer, type: MeasuredType): PictureSize | undefined {
  if (bytes.length < measuredBytes) return undefined;
  const size = sizes[type](bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}
