import { screen, within } from '@testing-library/react'
import type { LanguageKey } from '../../../i18n/languages.js'
import { problem, stubApi, type ApiStub } from '../../../testing/api-stub.js'
import { renderPart } from '../../../testing/render-app.js'
import { ObjectHistory } from '../index.js'
import { aChange, anEntry, aPage } from '../testing/some-entries.js'

const CALL = 'GET /api/v1/entities/12/history'
const now = Date.parse('2025-10-30T08:26:00Z')
let api: ApiStub
beforeEach(() => {
  api = stubApi()
})

const show = (language: LanguageKey = 'en') => renderPart(<ObjectHistory objectType="entity" objectId={12} />, { now, language })
const entries = async () => within(await screen.findByRole('list')).getAllByRole('listitem')
/** Returns every field of an entry with old and new value. */
const changes = (entry: HTMLElement) =>
  within(entry)
    .getAllByRole('term')
    .map((term) => [
      term.textContent,
      ...[...(term.nextElementSibling?.querySelectorAll('del, ins') ?? [])].map((e) => e.textContent),
    ])

describe('the history of an object', () => {
  it('T-16 says of a new colour and plate who changed them, when, and both from what to what', async () => {
    api.answer({ [CALL]: aPage([anEntry()]) })
    await show()
    const [entry] = await entries()
    expect(entry).toHaveTextContent('Entity changed')
    expect(entry).toHaveTextContent('by Marit de Wolf')
    expect(entry).toHaveTextContent('14 min ago')
    expect(changes(entry!)).toEqual([
      ['Color', 'green', 'blue'],
      ['License plate', 'AB-12-CD', 'EF-34-GH'],
    ])
  })

  it.each([
    ['nl', 'Voertuig gewijzigd', 'Kenteken'],
    ['de', 'Fahrzeug geändert', 'Kennzeichen'],
    ['fr', 'Véhicule modifié', 'Immatriculation'],
  ] as const)('T-16 speaks %s', async (language, action, field) => {
    api.answer({ [CALL]: aPage([anEntry()]) })
    await show(language)
    const [entry] = await entries()
    expect(entry).toHaveTextContent(action)
    expect(entry).toHaveTextContent(field)
  })

  it('T-16 writes values as people do: names for ids, dates, yes and no, what of a list came and went', async () => {
    const values = [
      aChange({ field: 'business_id', old: 3, new: 9, old_name: 'Domstad Mobiliteit' }),
      aChange({ field: 'expires_at', old: null, new: '2026-01-31T23:00:00.000Z' }),
      aChange({ field: 'show_statistics', old: false, new: true }),
      aChange({ field: 'extra_permissions', old: 'read:user read:map', new: 'read:user create:order' }),
      aChange({ field: 'phone', old: '030', new: null }),
      aChange({ field: 'locale', old: 'nl', new: 'de' }),
    ]
    api.answer({ [CALL]: aPage([anEntry({ changes: values })]) })
    await show()
    const [entry] = await entries()
    expect(changes(entry!)).toEqual([
      ['Business', 'Domstad Mobiliteit', 'Business that you cannot see'],
      ['Expires', '01-02-2026 00:00'],
      ['Show statistics', 'No', 'Yes'],
      ['Extra permissions', '−\u00a0read:map', '+\u00a0create:order'],
      ['Phone', '030', 'nothing'],
      ['Language', 'Dutch', 'German'],
    ])
  })

  it('shows what a newer server tells as it came, and what nobody did as the system’s', async () => {
    const unknown = anEntry({ action: 'kite.fly', actor: null, changes: [aChange({ field: 'height', old: 1, new: { m: 2 } })] })
    api.answer({ [CALL]: aPage([unknown]) })
    await show()
    const [entry] = await entries()
    expect(entry).toHaveTextContent('kite.fly')
    expect(entry).toHaveTextContent('by System')
    expect(changes(entry!)).toEqual([['height', '1', 'm: 2']])
  })

  it('goes on to older entries when asked', async () => {
    const page = (request: Request) => {
      const at = Number(new URL(request.url).searchParams.get('page'))
      return aPage([anEntry({ id: at, actor: `Writer ${at}` })], { current_page: at, last_page: 2, total: 2 })
    }
    api.answer({ [CALL]: page })
    const { actor } = await show()
    expect(await entries()).toHaveLength(1)
    await actor.click(screen.getByRole('button', { name: 'Show older entries' }))
    expect(await screen.findByText('by Writer 2')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
  })

  it('says when there is none, and when it cannot be read tries again', async () => {
    api.answer({ [CALL]: () => problem(500, 'The database is away') })
    const { actor } = await show()
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away')
    api.answer({ [CALL]: aPage([]) })
    await actor.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing has been changed yet')).toBeVisible()
  })
})
