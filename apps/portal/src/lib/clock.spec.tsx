import { act, render, screen } from '@testing-library/react'
import { ClockProvider, useMinute } from './clock.js'
import { forgetServerTime, learnServerTime, serverClock } from './server-clock.js'

const Now = () => <p>{new Date(useMinute()).getUTCFullYear()}</p>

describe('a time on a screen', () => {
  afterEach(() => {
    jest.restoreAllMocks()
    forgetServerTime()
  })

  it('is right as soon as the first answer says what time it is, and not a minute later', () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-28T12:00:00Z'))
    render(
      <ClockProvider value={serverClock}>
        <Now />
      </ClockProvider>,
    )
    screen.getByText('2026')
    act(() => learnServerTime('Wed, 01 Jan 2025 12:00:00 GMT', 10))
    screen.getByText('2025')
  })
})
