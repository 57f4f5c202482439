import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { CodeDetector, Format } from './codes.js'

/**
 * Creates a detector that uses ZXing, for browsers that cannot read codes themselves. Its WebAssembly file comes from our own
 * server.
 */
export function libraryDetector(formats: readonly Format[]): CodeDetector {
  prepareZXingModule({ overrides: { locateFile: (path: string) => (path.endsWith('.wasm') ? wasmUrl : path) } })
  return new BarcodeDetector({ formats: [...formats] })
}
