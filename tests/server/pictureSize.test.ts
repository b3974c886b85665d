import { describe, expect, it } from 'vitest';
import { pictureSize } from '../../server/http/files/pictureSize.ts';
import { pngOf } from '../support/contents.ts';

/** The first bytes of a WebP: the form of its first part, and its content. */
function webp(form: string, content: readonly number[]): Buffer {
  const head = Buffer.from(`RIFF\0\0\0\0WEBP${form}\0\0\0\0`, 'latin1');
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc(16)]);
}

describe('the size of a picture', () => {
  it('is that of its first bytes, in each form', () => {
    expect(pictureSize(pngOf(300, 40), 'image/png')).toEqual({ width: 300, height: 40 });
    const gif = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from([44, 1, 40, 0]), Buffer.alloc(30)]);
    expect(pictureSize(gif, 'image/gif')).toEqual({ width: 300, height: 40 });
    const lossy = webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 40, 0]);
    expect(pictureSize(lossy, 'image/webp')).toEqual({ width: 300, height: 40 });
    const bits = Buffer.alloc(4);
    bits.writeUInt32LE(299 + 39 * 2 ** 14);
    expect(pictureSize(webp('VP8L', [0x2f, ...bits]), 'image/webp')).toEqual({ width: 300, height: 40 });
    const extended = webp('VP8X', [0, 0, 0, 0, 43, 1, 0, 39, 0, 0]);
    expect(pictureSize(extended, 'image/webp')).toEqual({ width: 300, height: 40 });
  });

  it('is unknown of a picture that is damaged', () => {
    expect(pictureSize(pngOf(300, 40).subarray(0, 20), 'image/png')).toBeUndefined();
    expect(pictureSize(pngOf(0, 40), 'image/png')).toBeUndefined();
    expect(pictureSize(webp('ABCD', []), 'image/webp')).toBeUndefined();
    expect(pictureSize(Buffer.alloc(40), 'image/png')).toBeUndefined();
  });
});
