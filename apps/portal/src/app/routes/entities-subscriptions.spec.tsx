import { screen, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { renderApp } from '../../testing/render-app.js'
import { DESKTOP, setViewport } from '../../testing/viewport.js'

const GIVE = 'POST /api/v1/entity-subscriptions/give'
const aVehicle = (id: number) => ({
  id,
  name: `Bike ${id}`,
  vehicle_type: 'eBike',
  business_name: 'Domstad Mobiliteit',
  odo: 0,
  last_seen: null,
  brand: null,
  model: null,
  frame_number: null,
  short_name: null,
  imei: null,
  position: null,
  tags: [],
  lifecycle: 'stock',
})
const product = {
  id: 7,
  name: 'Track & Recover',
  description: null,
  currency: 'EUR',
  price_minor: 6_900,
  period: 'year',
  grace_days: 14,
  is_sold: false,
}

it('T-18 T-05 gives a subscription to the vehicles that are ticked: says before how many, and afterwards which were refused', async () => {
  setViewport(DESKTOP)
  const results = [
    { id: 1, result: 'changed', reason: null, message: null },
    { id: 2, result: 'failed', reason: 'invalid', message: 'This product is not offered to the business of the vehicle' },
  ]
  const api = stubApi({
    'GET /api/v1/entities/index': {
      data: [aVehicle(1), aVehicle(2)],
      meta: { current_page: 1, last_page: 1, per_page: 15, total: 2 },
    },
    'GET /api/v1/dropdown/tags': { data: [] },
    // A product of another business must be ordered for each vehicle separately.
    'GET /api/v1/dropdown/subscriptions': { data: [product, { ...product, id: 8, name: 'Sold by another', is_sold: true }] },
    [GIVE]: { data: { undo_id: null, changed: 1, unchanged: 0, failed: 1, results } },
  })
  const { actor } = await renderApp('/entities')
  await screen.findByRole('row', { name: /Bike 1/ })
  await actor.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await actor.click(screen.getByRole('button', { name: 'Give a subscription' }))
  const dialog = await screen.findByRole('dialog', { name: 'Give a subscription' })
  expect(
    within(dialog).getByText('2 vehicles are covered from now on, or from the end of their present subscriptions'),
  ).toBeVisible()
  const give = within(dialog).getByRole('button', { name: 'Give a subscription' })
  expect(give).toBeDisabled()
  await actor.click(within(dialog).getByRole('combobox', { name: 'Product' }))
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  await actor.click(await screen.findByRole('option', { name: /^Track & Recover · EUR\s69\.00 a year$/ }))
  await actor.click(give)
  expect(await within(dialog).findByText(/This product is not offered/)).toBeVisible()
  expect(await api.requestsTo(GIVE)[0]?.json()).toEqual({ entities: [1, 2], subscription_id: 7, renews: false })
})
