import { crc32, deflateSync } from 'node:zlib';
/** A small picture, and a file with the header of a PDF. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/** A part of a PNG: its length, its name, its content and its checksum (PNG, 5.3). */
function pngPart(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A white PNG of a size in pixels, with a transparent frame of a fifth of its height. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const isFrame = y < height / 5 || y >= (height * 4) / 5;
    return Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, isFrame ? 0 : 255)]);
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}
