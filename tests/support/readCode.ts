import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// By default, the library loads it from the network.
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/**
 * Decodes the QR codes in a picture.
 * @param picture a PNG
 */
export async function readCode(picture: Uint8Array): Promise<string[]> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  return (await readBarcodes(picture, { formats: ['QRCode'] })).map(({ text }) => text);
}
