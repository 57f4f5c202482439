import { findProtocol, type Protocol } from '@roadbook/protocols'
import { Framer } from './framer.js'
import { lineProtocol } from './testing/line-protocol.js'

const framesOf = (framer: Framer): string[] => {
  const frames: string[] = []
  for (;;) {
    const frame = framer.next()
    if (frame === 'more') return frames
    if ('kind' in frame) return [...frames, frame.kind]
    frames.push(frame.toString())
  }
}

/** Numbers memory regions, to recognise them. */
class Memories {
  readonly #seen = new Map<ArrayBufferLike, number>()

  of(memory: ArrayBufferLike): number {
    const number = this.#seen.get(memory) ?? this.#seen.size
    this.#seen.set(memory, number)
    return number
  }
}

describe('the framer', () => {
  it('cuts the same frames wherever the stream was split', () => {
    const stream = Buffer.from('P1\nP22\nHello\nP333\n')
    for (let size = 1; size <= stream.length; size++) {
      const framer = new Framer(lineProtocol)
      const frames: string[] = []
      for (let at = 0; at < stream.length; at += size) {
        framer.push(stream.subarray(at, at + size))
        frames.push(...framesOf(framer))
      }
      expect(frames).toEqual(['P1\n', 'P22\n', 'Hello\n', 'P333\n'])
      expect(framer.heldBytes).toBe(0)
    }
  })

  it('leaves a frame intact that somebody still holds when more bytes come', () => {
    const framer = new Framer(lineProtocol)
    framer.push(Buffer.from('P1'))
    framer.push(Buffer.from('1\nP2'))
    const held = framer.next() as Buffer
    framer.push(Buffer.from('2222222222222222\n'))
    framer.next()
    expect(held.toString()).toBe('P11\n')
  })

  it('B3 makes room for what came, not for what it says is to come', () => {
    // A header of codec 12 with the greatest length allowed.
    const head = Buffer.from('000000000000ffff0c', 'hex')
    for (const bytes of [8, 9, 100]) {
      const framer = new Framer(findProtocol('teltonika')!)
      framer.push(head.subarray(0, 4))
      framer.push(Buffer.concat([head.subarray(4), Buffer.alloc(100)]).subarray(0, bytes - 4))
      expect(framer.next()).toBe('more')
      expect(framer).toMatchObject({ heldBytes: bytes, roomBytes: bytes })
    }
  })

  it('B4 moves what it keeps of a dripping frame a few times, not with each byte', () => {
    const memories = new Memories()
    const moved = new Set<string>()
    const endless: Protocol = {
      ...lineProtocol,
      maxFrameBytes: 65_536,
      frame: (held) => {
        moved.add(`${memories.of(held.buffer)} ${held.byteOffset}`)
        return 'more'
      },
    }
    const framer = new Framer(endless)
    for (let byte = 0; byte < 65_536; byte++) {
      framer.push(Buffer.from('x'))
      framer.next()
    }
    expect(framer.heldBytes).toBe(65_536)
    // The buffer doubles: 1, 2, 4, … 65 536.
    expect(moved.size).toBeLessThanOrEqual(17)
  })

  it('gives up a stream that grows beyond one frame', () => {
    const framer = new Framer(lineProtocol)
    for (let sent = 0; sent < 65; sent++) framer.push(Buffer.from('P'))
    expect(framesOf(framer)).toEqual(['frameError'])
  })
})
