import path from 'node:path'
import { BundledSearch } from './bundled-search.js'
import { typedIn } from './words.js'

const roads = path.resolve(import.meta.dirname, '../../../../../data/liechtenstein-roads.geojson.gz')
const search = new BundledSearch(roads, { warn: () => undefined })
const vaduz = { latitude: 47.14, longitude: 9.52 }
const ontario = { latitude: 43, longitude: -81 }
const find = (text: string, near?: typeof vaduz) => search.find(text, { locale: 'de', near, most: 8 })
/** Returns the best place in one line. */
const best = async (text: string, near = vaduz) => {
  const [found] = await find(text, near)
  return found && [found.name, found.city, found.region, found.country].filter(Boolean).join(', ')
}

describe('the search for places without another service', () => {
  it.each([
    ['Vaduz', 'Vaduz, Vaduz, Liechtenstein'],
    ['vad', 'Vaduz, Vaduz, Liechtenstein'],
    ['Aeulestrasse 5, Vaduz', 'Äulestrasse, Vaduz, Vaduz, Liechtenstein'],
    ['vaduz AULESTR', 'Äulestrasse, Vaduz, Vaduz, Liechtenstein'],
    ['äulestrasse triesen', 'Aeulestrasse, Triesen, Triesen, Liechtenstein'],
    ['Fürst Franz Josef', 'Fürst-Franz-Josef-Strasse, Vaduz, Vaduz, Liechtenstein'],
    ['churer strasse schaan', 'Churerstrasse, Schaan, Schaan, Liechtenstein'],
    ['landstrasse', 'Landstrasse, Vaduz, Vaduz, Liechtenstein'],
    ['FL-9490 Vaduz', 'Vaduz, Vaduz, Liechtenstein'],
    ['Liechtenstein Vaduz', 'Vaduz, Vaduz, Liechtenstein'],
    ['Oostenrijk, Feldkirch', 'Feldkirch, Vorarlberg, Österreich'],
    ['zuerich', 'Zürich, Zurich, Schweiz'],
    ['zurich', 'Zürich, Zurich, Schweiz'],
    ['Buchs SG', 'Buchs, Saint Gallen, Schweiz'],
    ['Buchs', 'Buchs, Saint Gallen, Schweiz'],
    ['St. Gallen', 'Sankt Gallen, Saint Gallen, Schweiz'],
    // In the language in which it was typed, although the data has the English name.
    ['muenchen', 'München, Bavaria, Deutschland'],
    ['Den Haag', 'Den Haag, South Holland, Niederlande'],
    ['Genève', 'Genève, Geneva, Schweiz'],
    ['Paris', 'Paris, Île-de-France, Frankreich'],
    ['texas paris', 'Paris, Texas, Vereinigte Staaten'],
    ['Baden-Baden', 'Baden-Baden, Baden-Wurttemberg, Deutschland'],
    ['York', 'York, England, Vereinigtes Königreich'],
    // A street that is not in the data: its town is of use, too.
    ['Nirgendsgasse 3, Vaduz', 'Vaduz, Vaduz, Liechtenstein'],
  ])('finds %s', async (text, place) => expect(await best(text)).toBe(place))

  it('prefers what is near, where names are the same', async () => {
    expect(await best('London', ontario)).toBe('London, Ontario, Kanada')
    expect(await best('London')).toBe('London, England, Vereinigtes Königreich')
  })

  it('finds nothing for a name that nothing has, for a number and for signs', async () => {
    for (const text of ['Xqzwv', '9490', '?!', 'x']) expect(await find(text)).toEqual([])
  })

  it('lets other work have turns during a wide search, and compares a repeated word once', async () => {
    await find('Vaduz')
    let turns = 0
    let next = setImmediate(function turn() {
      turns++
      next = setImmediate(turn)
    })
    await find('san '.repeat(10))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(3)
    expect(new Set(typedIn('san San sán').words).size).toBe(1)
  })

  it('has the box of a street, and of a town by its size', async () => {
    const [street] = await find('Äulestrasse Vaduz', vaduz)
    expect(street).toMatchObject({ kind: 'street', bounds: { south: expect.closeTo(47.137, 2), east: expect.closeTo(9.521, 2) } })
    const [[town], [city]] = await Promise.all([find('Triesen', vaduz), find('Paris', vaduz)])
    const height = ({ north, south }: { north: number; south: number }) => (north - south) * 111
    expect(height(town!.bounds)).toBeCloseTo(3, 0)
    expect(height(city!.bounds)).toBeCloseTo(40, 0)
  })
})
