import { act, screen } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

let api: ApiStub
beforeEach(() => {
  api = stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() }, 'GET /api/v1/map/markers': { data: noMarkers } })
})

it('leads the keyboard past the navigation first', async () => {
  const app = await renderApp('/reports')
  await screen.findByRole('heading', { level: 1, name: 'Reports' })
  act(() => (document.activeElement as HTMLElement).blur())
  await app.actor.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await app.actor.keyboard('{Enter}')
  expect(screen.getByRole('main')).toHaveFocus()
})

it('asks the API for nothing but what the user may see', async () => {
  await renderApp('/', { user: aUser({ permissions: ['read:reports'] }) })
  await screen.findByRole('heading', { level: 1 })
  // Announcements are for everybody; the API filters them by role.
  expect(api.requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/announcements'])
})
