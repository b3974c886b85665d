import { correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';

const black = [0, 0, 0, 255] as const;
const white = [255, 255, 255, 255] as const;

/**
 * A text as a QR code (ISO/IEC 18004): a PNG on white with its quiet zone of four modules, readable on any background.
 * Level M: it stays readable with about one seventh of the picture damaged.
 * @param text at most 300 bytes
 */
export const qrCode = (text: string): Buffer =>
  Buffer.from(
    toPngBuffer(generate(text, { minCorrectionLevel: correction.M }), { on: black, off: white, pad: 4, scale: 6 }),
  );
