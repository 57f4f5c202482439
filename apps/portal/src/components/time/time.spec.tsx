import { act, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Profiler } from 'react'
import { renderPart } from '../../testing/render-app.js'
import { Ago } from './time.js'

const NOW = Date.parse('2025-10-30T08:12:00Z')
const before = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString()

/** Controls the portal's clock and its one-second timers by hand. */
function aClockByHand() {
  const ticks = new Set<() => void>()
  const started = jest.spyOn(window, 'setInterval').mockImplementation(((tick: () => void, ms: number) => {
    if (ms === 1_000) ticks.add(tick)
    return 0
  }) as typeof setInterval)
  let now = NOW
  return {
    clock: { now: () => now },
    timers: () => started.mock.calls.filter(([, ms]) => ms === 1_000).length,
    turn: (seconds: number) => {
      now += seconds * 1_000
      act(() => ticks.forEach((tick) => tick()))
    },
  }
}

afterEach(() => jest.restoreAllMocks())

describe('how long ago something was', () => {
  it('ticks while it shows seconds, by one timer for all', async () => {
    const { clock, timers, turn } = aClockByHand()
    const rows = [6, 2, 59].map((seconds) => <Ago key={seconds} at={before(seconds)} />)
    await renderPart(<>{rows}</>, { clock })
    expect(screen.getByText('6 s ago')).toBeVisible()
    turn(12)
    for (const age of ['18 s ago', '14 s ago', '1 min ago']) expect(screen.getByText(age)).toBeVisible()
    expect(timers()).toBe(1)
  })

  it('draws nothing anew while its words stay', async () => {
    const { clock, turn } = aClockByHand()
    const drawn = jest.fn()
    await renderPart(
      <Profiler id="ages" onRender={drawn}>
        {[90, 7_200, 400_000].map((seconds) => (
          <Ago key={seconds} at={before(seconds)} />
        ))}
      </Profiler>,
      { clock },
    )
    const atFirst = drawn.mock.calls.length
    turn(5)
    expect(drawn).toHaveBeenCalledTimes(atFirst)
    turn(30)
    expect(screen.getByText('2 min ago')).toBeVisible()
  })
})

describe('the sources of the portal', () => {
  const root = join(__dirname, '../..')
  const sources = globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.spec.') && !file.startsWith('lib/format/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const saying = (words: RegExp) => sources.filter(({ text }) => words.test(text))

  it('show an age by <Ago> or useAge, or beside a clock that ticks each second', () => {
    const slow = saying(/\.relative\(/).filter(({ text }) => !text.includes('useNow()') && !text.includes('DeviceWatch'))
    expect(slow.map(({ file }) => file)).toEqual([])
  })

  it('make no ages of their own', () => {
    const homemade = saying(/RelativeTimeFormat|formatAge|(seconds|minutes|hours)Ago\b|fromNow\(/)
    expect(homemade.map(({ file }) => file)).toEqual([])
  })
})
