/** Code formats on the labels of trackers and frames. */
export const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'itf'] as const
export type Format = (typeof FORMATS)[number]

/** Code in a picture, as the Barcode Detection API returns it (WICG Shape Detection). */
export interface FoundCode {
  rawValue: string
  boundingBox: DOMRectReadOnly
}

type Picture = HTMLVideoElement | ImageBitmap

/** Returns the texts of the codes in a picture. */
export type Decode = (picture: Picture) => Promise<string[]>

export interface CodeDetector {
  detect: (picture: Picture) => Promise<readonly FoundCode[]>
}
