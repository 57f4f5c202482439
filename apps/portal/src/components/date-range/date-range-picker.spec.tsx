import { screen, within } from '@testing-library/react'
import { aUser } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { DateRangePicker } from './date-range-picker.js'

describe('the calendar of a range', () => {
  // The machine's own date differs from at least one of these two zones.
  it.each([
    ['Pacific/Kiritimati', 'Thursday, 14 May 2026', 'Friday, 15 May 2026'],
    ['Pacific/Pago_Pago', 'Tuesday, 12 May 2026', 'Wednesday, 13 May 2026'],
  ])('R-083 ends with today as %s has it, and marks it', async (timeZone, today, tomorrow) => {
    const now = Date.parse('2026-05-13T10:30:00Z')
    const range = { from: '2026-05-04', till: '2026-05-05' }
    const { actor } = await renderPart(<DateRangePicker range={range} onChange={() => undefined} />, {
      user: aUser({ time_zone: timeZone }),
      now,
    })
    await actor.click(screen.getByRole('button', { name: /04-05-2026 – 05-05-2026/ }))
    const calendar = within(screen.getByRole('dialog'))
    expect(calendar.getByRole('button', { name: `Today, ${today}` })).toBeEnabled()
    expect(calendar.getByRole('button', { name: tomorrow })).toBeDisabled()
  })
})
