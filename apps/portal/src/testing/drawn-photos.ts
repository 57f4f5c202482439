export const DRAWN = new Uint8Array([0xff, 0xd8, 0xff, 0xdb])

/**
 * Replaces the redrawing of photos, because the test browser has no canvas. Each photo becomes `DRAWN`. Redrawing fails for a
 * photo whose name begins with "page".
 */
export function drawPhotos(): void {
  globalThis.createImageBitmap = async (file: ImageBitmapSource) => {
    if ((file as File).name.startsWith('page')) throw new Error('no picture')
    return { width: 4032, height: 3024, close: () => undefined }
  }
  const context = { fillRect: () => undefined, drawImage: () => undefined } as unknown as CanvasRenderingContext2D
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context)
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([DRAWN], { type: 'image/jpeg' })))
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
}
