import { readFileSync } from 'node:fs'
import { DEFAULT_ROLE_PERMISSIONS } from '@roadbook/contracts/permissions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aConfig, aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { SCREENS } from '../screens.js'

beforeEach(() => {
  stubApi({
    'GET /api/v1/dashboard/summary': { data: aSummary() },
    'GET /api/v1/map/markers': { data: noMarkers },
    'GET /api/v1/dashboard/badges': { data: { open_cases: 3, alerts: 2, claims_to_decide: 4 } },
  })
})

const navigation = () => screen.getByRole('navigation', { name: 'Main navigation' })
const entries = () =>
  within(navigation())
    .getAllByRole('link')
    .map((link) => link.textContent?.replace(/\d+$/, ''))

describe('the sidebar', () => {
  it('R-050 shows name, role, business and the support contact', async () => {
    const app = await renderApp('/')
    expect(screen.getByText('Marit de Wolf')).toBeVisible()
    expect(screen.getByText('Manager')).toBeVisible()
    expect(screen.getByText('Domstad Mobiliteit')).toBeVisible()
    await app.actor.click(screen.getByRole('button', { name: /Support/ }))
    expect(await screen.findByText('Weekdays 09:00–17:00')).toBeInTheDocument()
  })

  it('brings the entry of the screen into sight, at first and wherever one goes', async () => {
    const inSight: (string | null)[] = []
    // Returns a promise, as in newer browsers.
    Element.prototype.scrollIntoView = function () {
      if (navigation().contains(this)) inSight.push(this.textContent)
      return Promise.resolve() as unknown as undefined
    }
    const app = await renderApp('/reports')
    expect(inSight).toEqual(['Reports'])
    await app.actor.click(within(navigation()).getByRole('link', { name: 'Analytics' }))
    await waitFor(() => expect(inSight).toEqual(['Reports', 'Analytics']))
    await app.actor.click(within(navigation()).getByRole('link', { name: 'Reports' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  it('R-060 opens the account drawer from the edit button beside the name, which the keyboard reaches too', async () => {
    const app = await renderApp('/reports')
    act(() => screen.getByRole('button', { name: 'Edit account' }).focus())
    await app.actor.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Edit account' })).toBeVisible()
    await app.actor.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Edit account' })).toHaveFocus()
  })

  it('R-061 expands the support block to e-mail and phone', async () => {
    const app = await renderApp('/')
    expect(screen.queryByText('support@roadbook.example')).not.toBeInTheDocument()
    await app.actor.click(screen.getByRole('button', { name: /Support/ }))
    expect(screen.getByRole('link', { name: 'E-mail support: support@roadbook.example' })).toHaveAttribute(
      'href',
      'mailto:support@roadbook.example',
    )
    expect(screen.getByRole('link', { name: 'Call support: +31 30 000 01 20' })).toHaveAttribute('href', 'tel:+31300000120')
  })

  it('names nobody whom the operator did not name', async () => {
    const app = await renderApp('/', { config: aConfig({ support: { email: '', phone: '' } }) })
    await app.actor.click(screen.getByRole('button', { name: /Support/ }))
    expect(screen.queryByRole('link', { name: /mail support|Call support/ })).not.toBeInTheDocument()
    expect(screen.queryByText(/09:00/)).not.toBeInTheDocument()
  })

  it('credits GeoNames and whatever else is shipped, with notices and licences, below Support', async () => {
    stubApi({ 'GET /licences.json': JSON.parse(readFileSync('apps/portal/public/licences.json', 'utf8')) as object })
    const app = await renderApp('/')
    await app.actor.click(screen.getByRole('button', { name: /Support/ }))
    await app.actor.click(screen.getByRole('button', { name: 'About Roadbook' }))
    const about = await screen.findByRole('dialog', { name: 'About Roadbook' })
    expect(await within(about).findByRole('link', { name: 'GeoNames' })).toHaveAttribute('href', 'https://www.geonames.org/')
    expect(within(about).getByText(/© OpenStreetMap contributors/)).toBeVisible()
    await app.actor.click(within(about).getByText(/^\d+ packages of others$/))
    expect(within(about).getByText(/^leaflet 1\.\S+ \(BSD-2-Clause\)$/)).toBeVisible()
    const licence = within(about).getByText('MIT', { selector: 'summary' })
    await app.actor.click(licence)
    expect(licence.parentElement).toHaveTextContent('Permission is hereby granted, free of charge')
    await app.actor.click(within(about).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('shows who runs Roadbook a dot until what is new was read, and then what came since', async () => {
    const user = aUser({ role_key: 'super-admin', role: 'Super Admin' })
    const section = (...texts: string[]) => ({
      release: 'Unreleased',
      name: 'Added',
      entries: texts.map((text) => ({ id: text, text })),
    })
    const offer = (version: string, ...texts: string[]) => {
      document.head.insertAdjacentHTML('beforeend', `<meta name="whats-new" content="${version}">`)
      stubApi({ 'GET /whats-new.json': { version, sections: [section(...texts)] } })
    }
    const support = (name: RegExp) => screen.findByRole('button', { name })
    offer('one', 'Trackers that speak `GT06`.')
    const first = await renderApp('/', { user })
    await first.actor.click(await support(/^There is something new\s*Support/))
    await first.actor.click(screen.getByRole('button', { name: /What’s new/ }))
    const release = await screen.findByRole('region', { name: 'In this release' })
    expect(within(release).getByRole('listitem')).toHaveTextContent('Trackers that speak GT06.')
    await first.actor.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /Support/ })).not.toHaveAccessibleName(/something new/))
    first.unmount()

    document.head.querySelector('meta[name="whats-new"]')?.remove()
    offer('two', 'Trackers that speak `GT06`.', 'Guides.')
    const second = await renderApp('/', { user })
    await second.actor.click(await support(/something new/))
    await second.actor.click(screen.getByRole('button', { name: /What’s new/ }))
    expect(await screen.findByRole('region', { name: 'Since you last looked' })).toHaveTextContent(/Added\s*Guides\.$/)
    expect(screen.getByRole('region', { name: 'Before that' })).toHaveTextContent('GT06')
    document.head.querySelector('meta[name="whats-new"]')?.remove()
  })

  it('offers the change log of operators to nobody else', async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="whats-new" content="one">')
    const { actor } = await renderApp('/')
    await actor.click(screen.getByRole('button', { name: /^Support/ }))
    expect(await screen.findByRole('button', { name: 'About Roadbook' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /What’s new/ })).toBeNull()
    document.head.querySelector('meta[name="whats-new"]')?.remove()
  })

  it('R-051 lists Home always, even without any permission', async () => {
    await renderApp('/', { user: aUser({ permissions: ['none'] }) })
    expect(entries()).toEqual(['Home'])
  })

  const FIELD = ['Home', 'Map', 'Install Devices']
  it.each([
    ['technician', [...FIELD, 'Alerts', 'Trips', 'Entities', 'Tags']],
    ['reporter', ['Home', 'Map', 'Alerts', 'Trips', 'Reports', 'Analytics']],
    [
      'dealer',
      [
        ...[...FIELD, 'Missing', 'Alerts', 'Notifications', 'Trips', 'Geofences', 'Alert rules', 'Entities', 'Tags'],
        ...['Information', 'Subscriptions'],
      ],
    ],
  ] as const)('R-001 leads a %s to their work and to nothing else (G-06)', async (role, theirs) => {
    await renderApp('/', { user: aUser({ role_key: role, permissions: [...DEFAULT_ROLE_PERMISSIONS[role]] }) })
    expect(entries()).toEqual(theirs)
  })

  it.each(['manager', 'super-admin'] as const)(
    'R-001 R-009 R-011 leads a %s to vehicles, users, trackers, tags, and what is paid for',
    async (role) => {
      await renderApp('/', { user: aUser({ role_key: role, permissions: [...DEFAULT_ROLE_PERMISSIONS[role]] }) })
      expect(entries()).toEqual(
        expect.arrayContaining([
          'Entities',
          'Users',
          'Devices',
          'Imports',
          'Tags',
          'Information',
          'Subscriptions',
          'Subscription Management',
        ]),
      )
    },
  )

  it('R-052 lists each screen only with its permission, a group only with an entry', async () => {
    await renderApp('/', { user: aUser({ permissions: ['read:map', 'read:reports'] }) })
    expect(entries()).toEqual(['Home', 'Map', 'Alerts', 'Trips', 'Reports', 'Analytics'])
    expect(
      within(navigation())
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['Operations', 'Insight'])
  })

  it('R-052 R-056 lists everything that is offered for who may see everything, in order', async () => {
    await renderApp('/')
    expect(entries()).toEqual([
      'Home',
      'Map',
      'Install Devices',
      'Missing',
      'Alerts',
      'Notifications',
      'Trips',
      'Reports',
      'Analytics',
      'Geofences',
      'Alert rules',
      'Businesses',
      'Users',
      'Entities',
      'Devices',
      'Imports',
      'Tags',
      'Tokens',
      'Webhooks',
      'Audit log',
      'Information',
      'Subscriptions',
      'Subscription Management',
      'App Notifications',
    ])
  })

  it('R-053 hides Maintenance Plans from everybody, as its permission is undefined', async () => {
    await renderApp('/')
    expect(SCREENS.maintenancePlans.permission).toBe('read:maintenance-plan')
    expect(screen.queryByRole('link', { name: /Maintenance Plans/ })).not.toBeInTheDocument()
  })

  it('marks the open screen, and the work waiting under Missing, Alerts and Devices', async () => {
    await renderApp('/reports')
    expect(within(navigation()).getByRole('link', { current: 'page' })).toHaveTextContent('Reports')
    expect(await within(navigation()).findByRole('link', { name: 'Missing 3' })).toBeVisible()
    expect(within(navigation()).getByRole('link', { name: 'Alerts 2' })).toBeVisible()
    expect(within(navigation()).getByRole('link', { name: 'Devices 4' })).toBeVisible()
  })
})
