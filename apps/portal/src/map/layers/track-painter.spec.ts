import { mapPalette } from '../map-palette.js'
import {
  CHEVRON_EVERY_PX,
  chevronsAlong,
  paintComparedTrack,
  paintDoubted,
  paintOtherTrack,
  paintTrack,
} from './track-painter.js'

interface Stroke {
  colour: string
  width: number
  alpha: number
  from: [number, number]
}

/** Returns a context that records strokes and ignores all other calls. */
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

/** @source WCAG 2.2, contrast ratio of relative luminances */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) =>
    [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0)
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

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

  it.each(['light', 'dark'] as const)('crosses doubted readings faintly, without a line to them, in the %s theme', (mode) => {
    const { context, strokes } = recordingContext()
    paintDoubted(context, [{ x: 50, y: 50 }], mapPalette(mode))
    expect(strokes).toEqual([
      { colour: mapPalette(mode).text, width: 2, alpha: 0.45, from: [46, 46] },
      { colour: mapPalette(mode).text, width: 2, alpha: 0.45, from: [46, 54] },
    ])
    expect(context.globalAlpha).toBe(1)
  })

  it('draws other trips of the day thin and faint', () => {
    const { context, strokes } = recordingContext()
    paintOtherTrack(context, line, mapPalette('light'))
    expect(strokes).toEqual([{ colour: '#fd7e14', width: 3, alpha: 0.35, from: [0, 0] }])
  })

  it.each(['light', 'dark'] as const)(
    'T-11 tells vehicles apart by colours of 3:1 on the land of the %s map, and by pattern',
    (mode) => {
      const palette = mapPalette(mode)
      for (const { colour } of palette.compared) expect(contrast(colour, palette.base.land)).toBeGreaterThanOrEqual(3)
      expect(new Set(palette.compared.map(({ dash }) => dash.join(' '))).size).toBe(palette.compared.length)
      const colours = palette.compared.map((_, vehicleIndex) => {
        const { context, strokes } = recordingContext()
        paintComparedTrack(context, line, { vehicleIndex, ...palette })
        return strokes.at(-1)!.colour
      })
      expect(colours).toEqual(palette.compared.map(({ colour }) => colour))
    },
  )

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
