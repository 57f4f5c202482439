import { readApiConfiguration } from '../configuration.js'
import { securityHeaders } from './content-policy.js'

const images = (TILE_URL: string) => {
  const { contentSecurityPolicy: policy } = securityHeaders(readApiConfiguration({ DATABASE_URL: 'postgres://x/x', TILE_URL }))
  return typeof policy === 'object' ? [...((policy.directives as { imgSrc: Iterable<string> }).imgSrc ?? [])].slice(3) : undefined
}

describe('content security policy', () => {
  it.each([
    ['https://tile.openstreetmap.org/{z}/{x}/{y}.png', ['https://tile.openstreetmap.org']],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', ['https://*.tiles.example']],
    ['http://localhost:8082/{z}/{x}/{y}.png', ['http://localhost:8082']],
    ['none', []],
  ])('lets images come from the tiles of %s', (address, expected) => {
    expect(images(address)).toEqual(expected)
  })

  it.each([
    ['/maps/region.pmtiles', []],
    ['https://maps.example/region.pmtiles', ['https://maps.example']],
    ['none', []],
  ])('lets the map be read from the host of %s alone', (BASEMAP, expected) => {
    const given = (TILE_URL: string) => {
      const { contentSecurityPolicy: policy } = securityHeaders(
        readApiConfiguration({ DATABASE_URL: 'postgres://x/x', BASEMAP, TILE_URL }),
      )
      return typeof policy === 'object' ? [...(policy.directives as { connectSrc: Iterable<string> }).connectSrc] : []
    }
    expect(given('none').slice(2)).toEqual(expected)
    expect(given('https://tiles.example/{z}/{x}/{y}.png').slice(2)).toEqual([])
  })
})
