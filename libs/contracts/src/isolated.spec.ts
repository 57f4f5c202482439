import { isolated, withoutIsolates } from './isolated.js'

describe('a name between other words', () => {
  it.each(['רכב 12 (א)', 'شاحنة 7', 'ABC שלום', 'محمد', 'ܣܘܪܝܝܐ', '۱۲ تهران'])(
    'is kept apart where it is read from right to left: %s',
    (name) => {
      expect(isolated(name)).toBe(`\u2068${name}\u2069`)
      expect(withoutIsolates(isolated(name))).toBe(name)
    },
  )

  it.each(['', 'Bakfiets 12', 'Łódź', 'Žluťoučký', 'Ωμέγα', 'Київ', '東京', '12-ABC-3', '🚲 1'])(
    'is as it is elsewhere: %s',
    (name) => {
      expect(isolated(name)).toBe(name)
    },
  )
})
