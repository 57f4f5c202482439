import { screen, within } from '@testing-library/react'
import { joined } from '../lib/format/joined.js'
import { stubApi } from '../testing/api-stub.js'
import { aUser } from '../testing/fixtures.js'
import { renderApp } from '../testing/render-app.js'
import { startI18n } from '../i18n/index.js'

const NAME = 'רכב 12 (א)'
const apart = (name: string) => `\u2068${name}\u2069`

describe('a name that is read from right to left', () => {
  it.each(['en', 'nl', 'de', 'fr'] as const)(
    'is kept apart from the sentence around it, in %s, and no other is',
    async (language) => {
      const { t } = await startI18n(language)
      expect(t('geofences:done.delete', { name: NAME })).toContain(apart(NAME))
      expect(t('geofences:done.delete', { name: 'Yard <b> & "Co"' })).toMatch(/^[^\u2068]*Yard <b> & "Co"[^\u2069]*$/u)
    },
  )

  it('is kept apart from the facts beside it', () => {
    expect(joined([NAME, '18 km/h', undefined, false, ''])).toBe(`${apart(NAME)} · 18 km/h`)
    expect(joined(['Yard', 12])).toBe('Yard · 12')
  })

  it('runs as its letters do in a list, and in what asks about it', async () => {
    const fence = {
      id: 1,
      name: NAME,
      description: null,
      business_id: 1,
      business_name: 'חברה 3',
      kind: 'circle',
      reach_m: 250,
      limit_kph: null,
      south: 47,
      west: 9,
      north: 48,
      east: 10,
      shape: { type: 'Point', coordinates: [9.5, 47.1] },
      effective_from: '2026-01-01T00:00:00Z',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    }
    stubApi({
      'GET /api/v1/geofences': { data: [fence], meta: { current_page: 1, last_page: 1, per_page: 15, total: 1 } },
    })
    const { actor } = await renderApp('/geofences', { user: aUser({ permissions: ['read:map', 'manage:alerts'] }) })
    const cell = await screen.findByText(NAME)
    expect(cell.closest('[dir="auto"]')).not.toBeNull()
    expect(screen.getByText('חברה 3').closest('[dir="auto"]')).not.toBeNull()
    await actor.click(screen.getByRole('button', { name: new RegExp(NAME.replace(/[()]/g, '\\$&')) }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByRole('heading')).toHaveTextContent(`Delete ${apart(NAME)}?`)
  })
})
