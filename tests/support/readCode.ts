import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// By itself the library would load it from the network.
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** What the QR codes of a picture say, as a phone would read them. In: a PNG. */
export async function readCode(picture: Uint8Array): Promise<string[]> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  return (await readBarcodes(picture, { formats: ['QRCode'] })).map(({ text }) => text);
}
