import type { Feature, Label, LabelRule, Layout } from 'protomaps-leaflet'
import { groundPalette } from './ground-palette'
import { nameRules } from './name-rules'

/** Text context in which every letter is six pixels wide. */
const scratch = { font: '', measureText: (text: string) => ({ width: text.length * 6 }) }
const point = (x: number, y: number) => ({ x, y, clone: () => point(x, y) })
const street = (props: Record<string, string>, ...places: [number, number][]) =>
  ({
    props: { kind: 'minor_road', kind_detail: 'residential', ...props },
    geomType: 2,
    geom: [places.map(([x, y]) => point(x, y))],
  }) as unknown as Feature

/** Returns the labels that all matching rules create for a feature at a zoom. */
function labelsOf(rules: LabelRule[], dataLayer: string, feature: Feature, zoom: number): Label[] {
  const layout = { zoom, scratch } as unknown as Layout
  return rules
    .filter((rule) => rule.dataLayer === dataLayer && zoom >= (rule.minzoom ?? 0) && zoom <= (rule.maxzoom ?? 30))
    .filter((rule) => rule.filter?.(zoom, feature) ?? true)
    .flatMap((rule) => rule.symbolizer.place(layout, feature.geom, feature) ?? [])
}
const textsOf = (labels: Label[]) => labels.map(({ deduplicationKey }) => deduplicationKey)

describe('names on the map', () => {
  const german = nameRules(groundPalette('light'), 'de')

  it('are in the language of whoever looks, where the data has it', () => {
    const town = (names: Record<string, string>) =>
      ({
        props: { kind: 'locality', kind_detail: 'city', min_zoom: 0, ...names },
        geomType: 1,
        geom: [[point(0, 0)]],
      }) as unknown as Feature
    expect(textsOf(labelsOf(german, 'places', town({ name: 'Genève', 'name:de': 'Genf' }), 12))).toEqual(['Genf'])
    expect(textsOf(labelsOf(german, 'places', town({ name: 'Vaduz' }), 12))).toEqual(['Vaduz'])
  })

  it('of countries are in that language, too, where the data has them in English only', () => {
    const country = (names: Record<string, string>) =>
      ({ props: { kind: 'country', min_zoom: 0, ...names }, geomType: 1, geom: [[point(0, 0)]] }) as unknown as Feature
    const textOf = (names: Record<string, string>) => textsOf(labelsOf(german, 'places', country(names), 8))
    expect(textOf({ name: 'Austria' })).toEqual(['ÖSTERREICH'])
    expect(textOf({ name: 'Bosnia and Herz.' })).toEqual(['BOSNIEN UND HERZEGOWINA'])
    expect(textOf({ name: 'Austria', 'name:de': 'Republik Österreich' })).toEqual(['REPUBLIK ÖSTERREICH'])
    expect(textOf({ name: 'Siachen Glacier' })).toEqual(['SIACHEN GLACIER'])
  })

  it('of streets stand from zoom 15 on, on those long enough to bear them', () => {
    const long = street({ name: 'Landstrasse' }, [0, 0], [200, 0])
    expect(textsOf(labelsOf(german, 'roads', long, 15))).toEqual(['Landstrasse'])
    expect(labelsOf(german, 'roads', long, 14)).toEqual([])
    expect(labelsOf(german, 'roads', street({ name: 'Landstrasse' }, [0, 0], [60, 0]), 15)).toEqual([])
    expect(labelsOf(german, 'roads', street({}, [0, 0], [200, 0]), 15)).toEqual([])
  })

  it('bend with the street, and stand nowhere where it turns too sharply to be read', () => {
    const curve = Array.from({ length: 20 }, (_, at): [number, number] => [at * 12, 40 * Math.cos(at / 6)])
    expect(textsOf(labelsOf(german, 'roads', street({ name: 'Rheinweg' }, ...curve), 15))).toEqual(['Rheinweg'])
    const hairpin = Array.from({ length: 20 }, (_, at): [number, number] => [at % 2 === 0 ? 0 : 14, at * 3])
    expect(labelsOf(german, 'roads', street({ name: 'Rheinweg' }, ...hairpin), 15)).toEqual([])
  })

  it('are never upside down, whichever way the street was drawn', () => {
    const turns: number[] = []
    const context = new Proxy({} as CanvasRenderingContext2D, {
      get: (_, name) => (name === 'rotate' ? (angle: number) => turns.push(angle) : () => undefined),
      set: () => true,
    })
    const [label] = labelsOf(german, 'roads', street({ name: 'Rheinweg' }, [200, 0], [0, 0]), 15)
    label?.draw(context)
    expect(turns.length).toBeGreaterThan(0)
    expect(turns.every((angle) => Math.abs(angle) < Math.PI / 2)).toBe(true)
  })
})
