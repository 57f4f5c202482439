import { readGeocodeJson } from './geocode-json.js'

/** Answer of Nominatim 4 and 5 to `/reverse?format=geocodejson`. */
const nominatim = (geocoding: object) => ({
  type: 'FeatureCollection',
  geocoding: { version: '0.1.0', attribution: 'Data © OpenStreetMap contributors, ODbL 1.0.', licence: 'ODbL', query: '' },
  features: [{ type: 'Feature', properties: { geocoding }, geometry: { type: 'Point', coordinates: [9.52, 47.14] } }],
})
/** Answer of Photon to `/reverse`. */
const photon = (properties: object) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [9.52, 47.14] } }],
})
const house = { osm_type: 'node', osm_id: 1, osm_key: 'place', osm_value: 'house', type: 'house', accuracy: 0, name: null }

describe('an address from Nominatim (G-33)', () => {
  it.each([
    {
      of: 'a house in Liechtenstein, in German',
      geocoding: {
        ...house,
        label: '12, Landstrasse, Vaduz, Oberland, 9490, Liechtenstein',
        housenumber: '12',
        postcode: '9490',
        street: 'Landstrasse',
        city: 'Vaduz',
        county: 'Oberland',
        country_code: 'li',
      },
      address: { address: 'Landstrasse 12, Vaduz', city: 'Vaduz', country: 'LI' },
    },
    {
      of: 'a house in the Netherlands, in Dutch',
      geocoding: {
        ...house,
        housenumber: '21-bis',
        postcode: '3512 JE',
        street: 'Oudegracht',
        district: 'Binnenstad',
        city: 'Utrecht',
        state: 'Utrecht',
        country_code: 'nl',
      },
      address: { address: 'Oudegracht 21-bis, Utrecht', city: 'Utrecht', country: 'NL' },
    },
    {
      of: 'a house in France, in French, where the number comes first',
      geocoding: {
        ...house,
        housenumber: '12',
        street: 'Rue de Rivoli',
        district: 'Paris 4e',
        city: 'Paris',
        country_code: 'fr',
      },
      address: { address: '12 Rue de Rivoli, Paris', city: 'Paris', country: 'FR' },
    },
    {
      of: 'a street in England, which has its name only as its own',
      geocoding: { type: 'street', name: 'Baker Street', district: 'Marylebone', city: 'London', country_code: 'gb' },
      address: { address: 'Baker Street, London', city: 'London', country: 'GB' },
    },
    {
      of: 'a house of a hamlet without streets',
      geocoding: { ...house, housenumber: '3', locality: 'Oberhof', city: 'Schönau', country_code: 'de' },
      address: { address: 'Oberhof 3, Schönau', city: 'Schönau', country: 'DE' },
    },
    {
      of: 'a road outside, where only a hamlet and a county are known',
      geocoding: { type: 'street', name: 'L 535', locality: 'Lindenbach', county: 'Rhein-Neckar-Kreis', country_code: 'de' },
      address: { address: 'L 535, Lindenbach', city: 'Lindenbach', country: 'DE' },
    },
    {
      of: 'a street that is called as its town, said once',
      geocoding: { type: 'street', name: 'Vaduz', city: 'Vaduz', country_code: 'li' },
      address: { address: 'Vaduz', city: 'Vaduz', country: 'LI' },
    },
    {
      of: 'a town and nothing nearer',
      geocoding: { type: 'city', name: 'Vaduz', county: 'Oberland', country_code: 'li' },
      address: { address: 'Vaduz', city: 'Vaduz', country: 'LI' },
    },
  ])('G-33 is of $of', ({ geocoding, address }) => {
    expect(readGeocodeJson(nominatim(geocoding))).toEqual(address)
  })

  it('G-33 is none where it cannot geocode, and where only the country is known', () => {
    expect(readGeocodeJson({ error: 'Unable to geocode' })).toBeUndefined()
    expect(readGeocodeJson(nominatim({ type: 'country', name: 'Nederland', country_code: 'nl' }))).toBeUndefined()
  })

  it('G-33 is read from its version 3, too, which gives one feature instead of a list', () => {
    const { features, ...rest } = nominatim({ ...house, housenumber: '1', street: 'Løvenbergvegen', city: 'Mogreina' })
    expect(readGeocodeJson({ ...rest, features: features[0] })?.address).toBe('Løvenbergvegen 1, Mogreina')
  })
})

describe('an address from Photon (G-33)', () => {
  const place = {
    osm_type: 'W',
    osm_id: 38_862_723,
    osm_key: 'building',
    osm_value: 'yes',
    postcode: '69115',
    state: 'Baden-Württemberg',
  }

  it('G-33 is of a house, and not of the shop in it', () => {
    const bakery = { ...place, type: 'house', name: 'Bäckerei Riegler', housenumber: '20', street: 'Speyerer Straße' }
    expect(readGeocodeJson(photon({ ...bakery, city: 'Heidelberg', countrycode: 'DE', country: 'Deutschland' }))).toEqual({
      address: 'Speyerer Straße 20, Heidelberg',
      city: 'Heidelberg',
      country: 'DE',
    })
  })

  it('G-33 is of a street', () => {
    const street = { type: 'street', name: 'Rue Neuve', osm_key: 'highway', city: 'Bruxelles', countrycode: 'BE' }
    expect(readGeocodeJson(photon(street))?.address).toBe('Rue Neuve, Bruxelles')
  })

  it('G-33 is none where the collection is empty', () => {
    expect(readGeocodeJson({ type: 'FeatureCollection', features: [] })).toBeUndefined()
  })
})

describe('an answer of a geocoder', () => {
  it('S11 is one line of text that nothing turns around, however it was written into the map', () => {
    const vandal = { type: 'street', name: 'Haupt\u202Estraße\n<b>\u0000', city: ' Heidel\tberg ', countrycode: 'D' }
    expect(readGeocodeJson(photon(vandal))).toEqual({
      address: 'Haupt straße <b>, Heidel berg',
      city: 'Heidel berg',
      country: null,
    })
  })

  it('F20 leaves out a name that is no name', () => {
    const parts = { type: 'street', name: 'x'.repeat(10_000), street: 5, city: 'Vaduz', countrycode: 'LI' }
    expect(readGeocodeJson(photon(parts))).toEqual({ address: 'Vaduz', city: 'Vaduz', country: 'LI' })
  })

  it.each([
    [null],
    [[]],
    ['<html>'],
    [{}],
    [{ error: { code: 400, message: 'Bad' } }],
    [{ features: [{}] }],
    [{ features: 'x' }],
  ])('F20 is refused when it is %j', (body) => {
    expect(() => readGeocodeJson(body)).toThrow()
  })
})
