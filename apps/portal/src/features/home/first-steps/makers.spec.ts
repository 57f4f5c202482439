import { MAKERS, makerOf } from './makers.js'

const commandOf = (name: string, goal: { host: string; apn?: string }) =>
  MAKERS.find((maker) => maker.name.startsWith(name))?.command?.({ port: 5000, apn: '', ...goal })

describe('what makes a tracker send here', () => {
  it('is the maker’s own command, with the host, the port and, where given, the access point', () => {
    const host = 'track.example'
    expect(commandOf('Teltonika', { host })).toBe('  setparam 2004:track.example;2005:5000;2006:0')
    expect(commandOf('Teltonika', { host, apn: 'internet' })).toBe('  setparam 2001:internet;2004:track.example;2005:5000;2006:0')
    expect(commandOf('Concox', { host })).toBe('SERVER,1,track.example,5000,0#')
    expect(commandOf('Concox', { host: '192.0.2.7' })).toBe('SERVER,0,192.0.2.7,5000,0#')
    expect(commandOf('OsmAnd', { host: '2001:db8::7' })).toBe('http://[2001:db8::7]:5000')
  })

  it('is not told where it would not do: an address is wanted, or the access point', () => {
    expect(commandOf('Coban', { host: 'track.example' })).toBeUndefined()
    expect(commandOf('Coban', { host: '192.0.2.7' })).toBe('adminip123456 192.0.2.7 5000')
    expect(commandOf('Meitrack', { host: 'track.example' })).toBeUndefined()
    expect(commandOf('Queclink', { host: 'track.example' })).toBeUndefined()
  })

  it('names who knocks by the maker', () => {
    expect(makerOf('gt06')).toBe('Concox, Jimi (GT06)')
    expect(makerOf('something-new')).toBe('something-new')
  })
})
