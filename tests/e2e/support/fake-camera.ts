import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { chromium, test, type Browser } from '@playwright/test'
import { create } from 'qrcode'

const WIDTH = 640
const HEIGHT = 480
const CODE_PX = 360
const FRAMES_PER_SECOND = 5
/** Seconds per code, enough for a slow machine to read it. The video repeats at its end. */
const SECONDS_EACH = 2
const WHITE = 235
const BLACK = 16
const NO_COLOUR = 128

export interface FakeCamera {
  /** Additional arguments for Chromium. */
  args: string[]
  /** Launches a browser with this camera. Every page may use it, or none. */
  launch: (isAllowed?: boolean) => Promise<Browser>
  /** Deletes the video. */
  remove: () => Promise<void>
}

/**
 * Makes a camera that shows one QR code after the other, two seconds each, and repeats: an uncompressed video (YUV4MPEG2, 4:2:0)
 * that Chromium plays in place of a real camera.
 */
export async function fakeCamera(texts: readonly string[]): Promise<FakeCamera> {
  const folder = await mkdtemp(path.join(tmpdir(), 'roadbook-camera-'))
  const file = path.join(folder, 'codes.y4m')
  const video = createWriteStream(file)
  video.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420mpeg2\n`)
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOUR)
  for (const text of texts) {
    const picture = Buffer.concat([Buffer.from('FRAME\n'), pictureOf(text), colours])
    for (let frame = 0; frame < FRAMES_PER_SECOND * SECONDS_EACH; frame++) video.write(picture)
  }
  video.end()
  await once(video, 'close')
  const device = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
  // Answers the browser's permission prompt.
  const answering = (answer: 'allow' | 'deny') => [`--use-fake-ui-for-media-stream=${answer}`, ...device]
  const args = answering('allow')
  return {
    args,
    launch: (isAllowed = true) => {
      const { launchOptions } = test.info().project.use
      return chromium.launch({
        ...launchOptions,
        args: [...(launchOptions?.args ?? []), ...(isAllowed ? args : answering('deny'))],
      })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Returns the brightness of each pixel: the code in the middle of white paper. */
function pictureOf(text: string): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const dotPx = Math.floor(CODE_PX / modules.size)
  const [left, top] = [WIDTH, HEIGHT].map((whole) => Math.floor((whole - modules.size * dotPx) / 2)) as [number, number]
  const picture = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = 0; y < modules.size * dotPx; y++)
    for (let x = 0; x < modules.size * dotPx; x++)
      if (modules.get(Math.floor(y / dotPx), Math.floor(x / dotPx))) picture[(top + y) * WIDTH + left + x] = BLACK
  return picture
}
