import { refuseTooOld } from './limits.js'

const NOW = Date.UTC(2026, 2, 31, 12)
const look = (from: string, beyondRetention = false) => refuseTooOld(from, { retentionMonths: 25, beyondRetention }, NOW)

it('takes history as long as positions are kept', () => {
  expect(look('2024-02-29')).toBeUndefined()
})

it('refuses history that would be deleted in the next night, and names the limit and the ways out', () => {
  expect(() => look('2024-02-28')).toThrow(/kept for 25 months .*Set it to 2024-02-29 or later.*--beyond-retention/)
  expect(look('2024-02-28', true)).toBeUndefined()
})

it('refuses history older than ten years in any case', () => {
  expect(look('2016-03-31', true)).toBeUndefined()
  expect(() => look('2016-03-30', true)).toThrow('positions older than ten years are not stored. Set it to 2016-03-31 or later')
})
