import { origin, readConfiguration } from './configuration.js'

const read = (PORTAL_URL: string) => readConfiguration({ PORTAL_URL: origin }, { PORTAL_URL }).PORTAL_URL

describe('the address that people type', () => {
  it.each([
    ['https://fleet.example.com', 'https://fleet.example.com'],
    ['https://fleet.example.com/', 'https://fleet.example.com'],
    ['https://Fleet.Example.com:443', 'https://fleet.example.com'],
    ['http://192.0.2.7:8080/', 'http://192.0.2.7:8080'],
    ['http://[2001:db8::7]:8080', 'http://[2001:db8::7]:8080'],
  ])('%s is taken as a browser names it', (given, taken) => expect(read(given)).toBe(taken))

  it.each([
    ['https://example.com/fleet', 'must have no path'],
    ['https://example.com/fleet/', 'must have no path'],
    ['https://example.com//', 'must have no path'],
    ['https://example.com/?a=1', 'must have no path, query'],
    ['https://example.com/#map', 'must have no path, query'],
    ['https://admin:secret@example.com', 'must have no path, query or user'],
    ['fleet.example.com', 'must be an address such as https://fleet.example.com'],
    ['ftp://fleet.example.com', 'must be an address such as https://fleet.example.com'],
  ])('%s is refused with what to do', (given, reason) => expect(() => read(given)).toThrow(`PORTAL_URL: ${reason}`))
})
