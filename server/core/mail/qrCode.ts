import { correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';

const black = [0, 0, 0, 255] as const;
const white = [255, 255, 255, 255] as const;

/**
 * A text as a QR code (ISO/IEC 18004), a PNG on white with its quiet zone of four modules, readable on any ground. In: up
 * to 300 bytes of text. About one part in seven of the picture may be spoilt (level M).
 */
export const qrCode = (text: string): Buffer =>
  Buffer.from(
    toPngBuffer(generate(text, { minCorrectionLevel: correction.M }), { on: black, off: white, pad: 4, scale: 6 }),
  );
