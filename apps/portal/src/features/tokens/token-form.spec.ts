import { MACHINE_ZONES, onMachineIn } from '../../testing/machine-zone.js'
import { EMPTY, tokenFormSchema, toNewToken } from './token-form.js'

const now = Date.parse('2027-01-01T08:00:00Z')
const endOn = (lastDay: string, timeZone: string) =>
  toNewToken({ ...EMPTY, name: 'Rack', period: 'custom', lastDay }, { now, timeZone }).expires_at

describe('the end of a token', () => {
  describe.each(MACHINE_ZONES)('on a machine in %s', (zone) => {
    it.each([
      ['Europe/Amsterdam', '2027-03-27', '2027-03-27T22:59:59.999Z'],
      ['Europe/Amsterdam', '2027-03-28', '2027-03-28T21:59:59.999Z'],
      ['Europe/Amsterdam', '2027-10-30', '2027-10-30T21:59:59.999Z'],
      ['Europe/Amsterdam', '2027-10-31', '2027-10-31T22:59:59.999Z'],
      ['Australia/Sydney', '2027-04-03', '2027-04-03T12:59:59.999Z'],
      ['America/New_York', '2027-10-30', '2027-10-31T03:59:59.999Z'],
      ['America/Santiago', '2027-09-04', '2027-09-05T03:59:59.999Z'],
      ['Europe/Amsterdam', '9999-12-31', '9999-12-31T22:59:59.999Z'],
    ])('R-191 is the last millisecond of the chosen day in %s: %s', (timeZone, lastDay, end) => {
      expect(onMachineIn(zone, () => endOn(lastDay, timeZone))).toBe(end)
    })

    it.each([
      ['Europe/Amsterdam', '2027-02-25T08:00:00Z', '2027-03-27T22:59:59.999Z'],
      ['Europe/Amsterdam', '2027-02-25T23:30:00Z', '2027-03-28T21:59:59.999Z'],
      ['Australia/Sydney', '2027-03-04T08:00:00Z', '2027-04-03T12:59:59.999Z'],
    ])('R-191 comes with the thirtieth day ahead in %s: asked at %s', (timeZone, at, end) => {
      const form = { ...EMPTY, name: 'Rack', period: '30' } as const
      const made = onMachineIn(zone, () => toNewToken(form, { now: Date.parse(at), timeZone }))
      expect(made.expires_at).toBe(end)
    })
  })

  it('lies ahead until the last millisecond of its day', () => {
    const isTaken = (at: number) =>
      tokenFormSchema({ now: at, timeZone: 'Europe/Amsterdam' }).safeParse({
        ...EMPTY,
        name: 'Rack',
        period: 'custom',
        lastDay: '2027-03-27',
      }).success
    const end = Date.parse('2027-03-27T22:59:59.999Z')
    expect([isTaken(end - 1), isTaken(end)]).toEqual([true, false])
  })

  it('asks for a day where there is none', () => {
    const form = { ...EMPTY, name: 'Rack', period: 'custom', lastDay: '' }
    expect(tokenFormSchema({ now, timeZone: 'Europe/Amsterdam' }).safeParse(form).success).toBe(false)
  })
})
