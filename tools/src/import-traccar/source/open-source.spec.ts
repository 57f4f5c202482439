import { nameOfSource, openSource } from './open-source.js'

const SECRETS = [
  'postgres://reader:s3cret@h/traccar',
  'postgres://h/traccar?password=s3cret',
  'http://anna:s3cret@h:8082',
  'mysql://root:s3cret@h/t',
  'postgres://reader:s3cret@h:99999/t',
]

describe('the address of Traccar', () => {
  it('is refused with a password, and no error repeats it', () => {
    for (const from of SECRETS) {
      const open = () => openSource({ from, zone: 'UTC' }, { TRACCAR_TOKEN: 'token' })
      expect(open).toThrow(/leave (it|them) out|is no address of Traccar|cannot be read/)
      expect(open).not.toThrow('s3cret')
    }
  })

  it('is named without user and options', () => {
    expect(nameOfSource('postgres://reader@h:5433/traccar?sslmode=require')).toBe('postgres://h:5433/traccar')
    expect(nameOfSource('https://traccar.example/')).toBe('https://traccar.example')
  })
})
