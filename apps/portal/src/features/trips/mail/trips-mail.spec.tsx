import { screen } from '@testing-library/react'
import { problem, stubApi } from '../../../testing/api-stub.js'
import { renderPart } from '../../../testing/render-app.js'
import { TripsMailDialog } from './trips-mail-dialog.js'

const MAIL = 'POST /api/v1/entities/trips/csv'
const now = Date.parse('2025-10-30T08:12:00Z')
const closed = jest.fn<undefined, []>()
beforeEach(() => closed.mockClear())

describe('trips by mail', () => {
  it('R-274 R-141 asks for the trips of these vehicles in the last seven days of the user’s zone, and says when they come', async () => {
    const api = stubApi({ [MAIL]: { data: { job_id: 'job' } } })
    const { actor } = await renderPart(<TripsMailDialog entityIds={[7, 9]} onClose={closed} />, { now })
    expect(screen.getByText(/2 vehicles/)).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Send by e-mail' }))
    expect(await screen.findByText('The CSV file comes by mail within a few minutes')).toBeVisible()
    const asked = new URL(api.requestsTo(MAIL)[0]?.url ?? '').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      searchFields: 'entity_id:in7,9',
      from: '2025-10-23T22:00:00.000Z',
      till: '2025-10-30T22:59:59.999Z',
      tz: 'Europe/Amsterdam',
    })
    expect(closed).toHaveBeenCalled()
  })

  it('R-274 stays open and says why when it is refused', async () => {
    stubApi({ [MAIL]: problem(429, 'Too many requests') })
    const { actor } = await renderPart(<TripsMailDialog entityIds={[7]} onClose={closed} />, { now })
    await actor.click(screen.getByRole('button', { name: 'Send by e-mail' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(closed).not.toHaveBeenCalled()
  })
})
