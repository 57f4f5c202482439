import { readFoundPlaces } from './geocode-search.js'

const point = { type: 'Point', coordinates: [9.52, 47.14] }
/** Answer of Nominatim to `/search?format=geocodejson`. */
const nominatim = (...found: object[]) => ({
  type: 'FeatureCollection',
  features: found.map((geocoding) => ({ type: 'Feature', properties: { geocoding }, geometry: point })),
})
/** Answer of Photon to `/api`. */
const photon = (properties: object, geometry: object = point) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties, geometry }],
})

describe('places that the operator’s geocoder found', () => {
  it('are houses, streets, towns and regions of Nominatim, in its order', () => {
    const house = {
      type: 'house',
      housenumber: '5',
      street: 'Aeulestrasse',
      city: 'Vaduz',
      county: 'Oberland',
      country_code: 'li',
    }
    const castle = { ...house, name: 'Schloss Vaduz', housenumber: undefined }
    const found = readFoundPlaces(
      nominatim(
        house,
        castle,
        { type: 'street', name: 'Aeulestrasse', city: 'Triesen', country_code: 'li' },
        { type: 'city', name: 'Vaduz', county: 'Oberland', country_code: 'li' },
        { type: 'state', name: 'Bayern', country_code: 'de' },
      ),
    )
    expect(found.map(({ kind, name, city, region, country }) => [kind, name, city, region, country])).toEqual([
      ['address', 'Aeulestrasse 5', 'Vaduz', 'Oberland', 'LI'],
      ['address', 'Schloss Vaduz, Aeulestrasse', 'Vaduz', 'Oberland', 'LI'],
      ['street', 'Aeulestrasse', 'Triesen', null, 'LI'],
      ['town', 'Vaduz', null, 'Oberland', 'LI'],
      ['region', 'Bayern', null, null, 'DE'],
    ])
    expect(found[0]).toMatchObject({ latitude: 47.14, longitude: 9.52, bounds: { south: expect.closeTo(47.1387, 4) } })
  })

  it('have the extent that Photon gives', () => {
    const town = { type: 'city', name: 'Vaduz', countrycode: 'LI', extent: [9.48, 47.18, 9.58, 47.08] }
    expect(readFoundPlaces(photon(town))[0]?.bounds).toEqual({ south: 47.08, west: 9.48, north: 47.18, east: 9.58 })
    expect(readFoundPlaces(photon({ ...town, extent: ['x'] }))[0]?.bounds.north).toBeCloseTo(47.185, 3)
  })

  it.each([
    ['is wider than half of the globe', [-180, 47.18, 180, 47.08]],
    ['is nearly as wide as the globe', [-170, 47.18, 170, 47.08]],
    ['does not contain the place', [10, 47.18, 11, 47.08]],
    ['is north of the place', [9.48, 49, 9.58, 48]],
    ['does not lie on the globe', [-500, 147, 900, 47]],
  ])('have a box around them where the extent %s', (_, extent) => {
    const [town] = readFoundPlaces(photon({ type: 'city', name: 'Vaduz', countrycode: 'LI', extent }))
    expect(town?.bounds).toMatchObject({ north: expect.closeTo(47.185, 3), west: expect.closeTo(9.454, 3) })
  })

  it('keep an extent across the date line', () => {
    const island = { type: 'state', name: 'Taveuni', countrycode: 'FJ', extent: [179.8, -16.7, -179.8, -17] }
    const bounds = { south: -17, west: 179.8, north: -16.7, east: -179.8 }
    expect(readFoundPlaces(photon(island, { type: 'Point', coordinates: [-179.97, -16.85] }))[0]?.bounds).toEqual(bounds)
  })

  it('are none without a name or a point, and none where it cannot geocode', () => {
    const town = { type: 'city', name: 'Vaduz', countrycode: 'LI' }
    expect(readFoundPlaces(photon({ ...town, name: undefined }))).toEqual([])
    expect(readFoundPlaces(photon(town, { type: 'Point', coordinates: [200, 95] }))).toEqual([])
    expect(readFoundPlaces({ error: 'Unable to geocode' })).toEqual([])
    expect(() => readFoundPlaces({ error: 'Sorry' })).toThrow()
  })
})
