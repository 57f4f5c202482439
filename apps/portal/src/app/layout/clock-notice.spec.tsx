import { act, screen } from '@testing-library/react'
import { forgetServerTime, learnServerTime } from '../../lib/server-clock.js'
import { renderPart } from '../../testing/render-app.js'
import { ClockNotice } from './clock-notice.js'

const learn = (aheadMs: number) => act(() => learnServerTime(new Date(Date.now() + aheadMs).toUTCString(), 10))

describe('a device whose clock is wrong', () => {
  afterEach(() => act(() => forgetServerTime()))

  it.each([
    ['en', 2 * 3_600_000, /^This device’s clock is 2 h 00 min slow\./],
    ['en', -3_600_000, /^This device’s clock is 1 h 00 min fast\./],
    ['nl', 2 * 3_600_000, /^De klok van dit apparaat loopt 2 u 00 min achter\./],
    ['de', -3_600_000, /^Die Uhr dieses Geräts geht 1 h 00 min vor\./],
    ['fr', 2 * 3_600_000, /^L’horloge de cet appareil retarde de 2 h 00 min\./],
  ] as const)('is said so in %s, %i ms behind the server', async (language, aheadMs, words) => {
    await renderPart(<ClockNotice />, { language })
    learn(aheadMs)
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('is left in peace below a minute, and once somebody has read it', async () => {
    const { actor } = await renderPart(<ClockNotice />)
    learn(30_000)
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    learn(3_600_000)
    await actor.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })
})
