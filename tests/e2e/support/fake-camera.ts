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
/** Long enough to be read by a slow machine; the video begins anew when it is over. */
const SECONDS_EACH = 2
const WHITE = 235
const BLACK = 16
const NO_COLOUR = 128

export interface FakeCamera {
  /** What Chromium must be started with, beside what it is started with anyway. */
  args: string[]
  /** A browser of its own that has this camera, and allows every page to use it, or none. */
  launch: (isAllowed?: boolean) => Promise<Browser>
  /** Deletes the video. */
  remove: () => Promise<void>
}

/**
 * A camera that looks at one QR code after the other, each for two seconds, from the first again at the end: an uncompressed video
 * (YUV4MPEG2, 4:2:0) that Chromium plays in place of the real thing.
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
  // Nobody is there to answer the browser's question.
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

/** Brightness of each dot: the code in the middle of white paper. */
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
