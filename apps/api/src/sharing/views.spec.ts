import { viewOf } from './views.js'

const now = new Date('2026-01-15T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const said = now.toISOString()

describe('what is written down of an answer behind a link', () => {
  it.each([
    ['somebody has nothing of it yet', { since: undefined, oldestPoint: null, lastViewedAt: ago(0) }, 'opening'],
    ['nobody ever read it', { since: said, oldestPoint: null, lastViewedAt: null }, 'opening'],
    [
      'nobody has read it for longer than a page stays silent',
      { since: said, oldestPoint: null, lastViewedAt: ago(11) },
      'opening',
    ],
    ['it reaches back to before the open page', { since: said, oldestPoint: ago(11), lastViewedAt: ago(0) }, 'opening'],
    ['an open page asks again', { since: said, oldestPoint: ago(9), lastViewedAt: ago(2) }, 'look'],
    ['an open page asked a moment ago', { since: said, oldestPoint: null, lastViewedAt: ago(0.5) }, 'nothing'],
  ] as const)('L8 where %s', (_when, answered, view) => expect(viewOf(answered, now)).toBe(view))
})
