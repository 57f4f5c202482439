import { measuredHead, readLengthUnit } from './length-unit.js'

describe('the unit of a column', () => {
  it.each([
    ['Odometer (mi)', 'odometer', 'mi'],
    ['Odometer [Miles]', 'odometer', 'mi'],
    ['odometer_m', 'odometer', 'm'],
    ['odometer_km', 'odometer', 'km'],
    ['Kilometerstand (km)', 'kilometerstand', 'km'],
    ['Kilometerstand, km', 'kilometerstand', 'km'],
    ['Tacho\u00A0Meilen', 'tacho', 'mi'],
    ['Compteur (mètres)', 'compteur', 'm'],
    ['Kilometerstand', 'kilometerstand', 'km'],
    ['km-Stand', 'km-stand', 'km'],
    ['Meilenstand', 'meilenstand', 'mi'],
    ['Kilométrage', 'kilométrage', 'km'],
    ['KM', 'km', 'km'],
    ['Miles', 'miles', 'mi'],
  ])('stands in its head %j', (head, base, unit) => {
    expect(measuredHead(head)).toEqual({ base, unit })
  })

  it.each([
    ['Odometer', 'odometer'],
    ['Tacho', 'tacho'],
    ['Zähler', 'zähler'],
    ['Stand (31.12.2026)', 'stand (31.12.2026)'],
    ['Stand (zuletzt abgelesen)', 'stand (zuletzt abgelesen)'],
    ['odometer_total', 'odometer_total'],
    ['', ''],
  ])('does not stand in %j', (head, base) => {
    expect(measuredHead(head)).toEqual({ base })
  })

  it.each([
    ['Odometer (nm)', 'nm'],
    ['Stand [hm]', 'hm'],
    ['Zähler (Std.)', 'std.'],
    ['Compteur (h)', 'h'],
    ['Odometer (feet)', 'feet'],
  ])('of %j is none of an odometer', (head, unknown) => {
    expect(measuredHead(head)).toMatchObject({ unknown })
  })

  it.each([
    ['km', 'km'],
    ['KM', 'km'],
    ['km.', 'km'],
    ['Kilometer', 'km'],
    ['Meilen', 'mi'],
    ['mijl', 'mi'],
    ['milles', 'mi'],
    ['m', 'm'],
    ['M', undefined],
    ['nm', undefined],
    ['km/h', undefined],
    ['', undefined],
  ])('%j is %j', (text, unit) => {
    expect(readLengthUnit(text)).toBe(unit)
  })
})
