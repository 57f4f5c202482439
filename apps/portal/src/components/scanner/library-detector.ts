import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { CodeDetector, Format } from './codes.js'

/** ZXing, for browsers that read no codes themselves. Its WebAssembly comes from our own server. */
export function libraryDetector(formats: readonly Format[]): CodeDetector {
  prepareZXingModule({ overrides: { locateFile: (path: string) => (path.endsWith('.wasm') ? wasmUrl : path) } })
  return new BarcodeDetector({ formats: [...formats] })
}
