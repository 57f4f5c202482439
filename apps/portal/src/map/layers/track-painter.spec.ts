import { mapPalette } from '../map-palette.js'
import { CHEVRON_EVERY_PX, chevronsAlong, paintOtherTrack, paintTrack } from './track-painter.js'

interface Stroke {
  colour: string
  width: number
  alpha: number
  from: [number, number]
}

/** A context that remembers what was stroked, and takes everything else. */
function recordingContext() {
  const strokes: Stroke[] = []
  let from: [number, number] = [0, 0]
  const state: Record<string, unknown> = { globalAlpha: 1 }
  const context = new Proxy(state, {
    get: (target, name: string) => {
      if (name === 'moveTo') return (x: number, y: number) => (from = [x, y])
      if (name === 'stroke')
        return () =>
          strokes.push({
            colour: String(target.strokeStyle),
            width: Number(target.lineWidth),
            alpha: Number(target.globalAlpha),
            from,
          })
      if (name === 'measureText') return () => ({ width: 60 })
      return name in target ? target[name] : () => undefined
    },
    set: (target, name: string, value: unknown) => {
      target[name] = value
      return true
    },
  }) as unknown as CanvasRenderingContext2D
  return { context, strokes }
}

const line = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 200, y: 0 },
]

describe('the line of a trip', () => {
  it.each(['light', 'dark'] as const)('R-093 R-363 draws the trip line in #fd7e14 over its casing in the %s theme', (mode) => {
    const { context, strokes } = recordingContext()
    paintTrack(context, { line, isOpen: false }, mapPalette(mode))
    const wide = strokes.filter(({ width }) => width >= 5)
    expect(wide[0]!.width).toBe(9)
    expect(wide.at(-1)).toMatchObject({ colour: '#fd7e14', width: 5, alpha: 1 })
  })

  it('has its darker edge only in the light theme', () => {
    const widthsOf = (mode: 'light' | 'dark') => {
      const { context, strokes } = recordingContext()
      paintTrack(context, { line, isOpen: false }, mapPalette(mode))
      return strokes.map(({ width }) => width)
    }
    expect(widthsOf('light')).toContain(6.6)
    expect(widthsOf('dark')).not.toContain(6.6)
  })

  it('fades what is not yet played', () => {
    const { context, strokes } = recordingContext()
    paintTrack(context, { line, isOpen: false, head: { index: 1, at: { x: 150, y: 0 } } }, mapPalette('light'))
    const orange = strokes.filter(({ colour }) => colour === '#fd7e14')
    expect(orange.map(({ alpha, from }) => [alpha, from])).toEqual([
      [0.42, [150, 0]],
      [1, [0, 0]],
    ])
  })

  it('draws other trips of the day thin and faint', () => {
    const { context, strokes } = recordingContext()
    paintOtherTrack(context, line, mapPalette('light'))
    expect(strokes).toEqual([{ colour: '#fd7e14', width: 3, alpha: 0.35, from: [0, 0] }])
  })

  it('points along the way every 64 px, around corners too', () => {
    const chevrons = chevronsAlong([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
    ])
    expect(chevrons).toEqual([
      { x: CHEVRON_EVERY_PX, y: 0, angle: 0 },
      { x: 100, y: expect.closeTo(28), angle: Math.PI / 2 },
      { x: 100, y: 92, angle: Math.PI / 2 },
    ])
  })

  it('draws nothing for a trip without a point', () => {
    const { context, strokes } = recordingContext()
    paintTrack(context, { line: [], isOpen: true }, mapPalette('light'))
    expect(strokes).toEqual([])
  })
})
