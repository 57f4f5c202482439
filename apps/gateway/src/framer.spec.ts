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

  it('gives up a stream that grows beyond one frame', () => {
    const framer = new Framer(lineProtocol)
    for (let sent = 0; sent < 65; sent++) framer.push(Buffer.from('P'))
    expect(framesOf(framer)).toEqual(['frameError'])
  })
})
