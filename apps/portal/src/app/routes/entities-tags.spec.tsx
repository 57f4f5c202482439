import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { DESKTOP, setViewport } from '../../testing/viewport.js'

type Schemas = components['schemas']
type Tagged = Schemas['TaggedEntity']

const LIST = 'GET /api/v1/entities/index'
const BULK = 'PUT /api/v1/entities/tags/bulk'
const aVehicle = (changes: Partial<Schemas['Entity']>) => ({
  vehicle_type: 'eBike',
  business_name: 'Domstad Mobiliteit',
  odo: 0,
  last_seen: null,
  lifecycle: 'installed',
  brand: null,
  model: null,
  frame_number: null,
  short_name: null,
  imei: null,
  position: null,
  tags: [],
  ...changes,
})
const lease = { id: 5, name: 'Lease', type: 'general' }
const koga = { id: 6, name: 'Koga', type: 'brand' }
const bikes = [
  aVehicle({ id: 1, name: 'Bike 1', tags: [lease] }),
  aVehicle({ id: 2, name: 'Bike 2' }),
  aVehicle({ id: 3, name: 'Bike 3' }),
]
const told = (id: number, changes: Partial<Tagged> = {}): Tagged => ({
  id,
  name: `Bike ${id}`,
  result: 'changed',
  reason: null,
  message: null,
  conflicts: [],
  attached: [6],
  detached: [],
  ...changes,
})
const answer = (results: Tagged[], undoId: number | null): { data: Schemas['BulkTagsResult'] } => {
  const count = (result: Tagged['result']) => results.filter((one) => one.result === result).length
  return {
    data: { undo_id: undoId, changed: count('changed'), unchanged: count('unchanged'), failed: count('failed'), results },
  }
}
const conflict: Partial<Tagged> = { reason: 'conflict', conflicts: [{ type: 'brand', present: 'Gazelle' }] }
const gone = told(3, { name: null, result: 'failed', reason: 'not_found' })

let api: ApiStub
const bodies = async () =>
  Promise.all(api.requestsTo(BULK).map(async (request) => (await request.clone().json()) as Schemas['BulkTags']))

beforeEach(() => {
  setViewport(DESKTOP)
  api = stubApi({
    [LIST]: { data: bikes, meta: { current_page: 1, last_page: 1, per_page: 15, total: 3 } },
    'GET /api/v1/dropdown/tags': { data: [koga, lease] },
    [BULK]: async (request: Request) => {
      const said = (await request.json()) as Schemas['BulkTags']
      const isReplacing = said.on_conflict === 'replace'
      const second = told(2, { ...conflict, ...(isReplacing ? { reason: null } : { result: 'failed' }) })
      return answer([told(1), second, gone], said.dry_run ? null : 77)
    },
    'POST /api/v1/entities/tags/bulk/77/undo': answer([told(1), told(2)], null),
  })
})

const openStepper = async (label: string, user?: ReturnType<typeof aUser>) => {
  const app = await renderApp('/entities', { user })
  await screen.findByRole('row', { name: /Bike 1/ })
  await app.actor.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await app.actor.click(screen.getByRole('button', { name: label }))
  return { ...app, dialog: await screen.findByRole('dialog', { name: new RegExp(`^${label} (to|from) 3 vehicles$`) }) }
}

describe('tags in the list of entities', () => {
  it('D.15 shows the tags of each vehicle and keeps the filter of a link before its tags are known', async () => {
    await renderApp('/entities?f.tag_id=5')
    expect(await screen.findByRole('row', { name: /Bike 1/ })).toHaveTextContent('Lease')
    expect(screen.getByRole('columnheader', { name: 'Tags' })).toBeVisible()
    const asked = api.requestsTo(LIST).map(({ url }) => new URL(url).searchParams.get('searchFields') ?? '')
    expect(asked.every((fields) => fields.includes('tag_id:in5'))).toBe(true)
    const filters = screen.getByRole('group', { name: 'Filters' })
    expect(await within(filters).findByText('Lease')).toBeVisible()
  })

  it('R-159 G-65 T-05 chooses tags, shows conflicts before anything changes, tells each refusal, and undoes', async () => {
    const { actor, dialog } = await openStepper('Add tags')
    await actor.type(within(dialog).getByRole('combobox', { name: 'Tags' }), 'Koga')
    await actor.click(await screen.findByRole('option', { name: /Koga/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    const left = await within(dialog).findByRole('list', { name: '2 vehicles will be left out' })
    const question = 'Brand: 1 vehicle already has another value, and can have only one'
    expect(within(dialog).getByRole('radiogroup', { name: question })).toBeVisible()
    expect(left).toHaveTextContent('Bike 2Brand is Gazelle')
    expect(left).toHaveTextContent('Bike 3It is no longer there')
    await actor.click(within(dialog).getByRole('radio', { name: 'Replace it' }))
    const replaced = await within(dialog).findByRole('list', { name: 'A tag is replaced on 1 vehicle' })
    expect(replaced).toHaveTextContent('Bike 2Brand Gazelle is replaced')
    expect((await bodies()).map(({ dry_run }) => dry_run)).toEqual([true, true])
    await actor.click(within(dialog).getByRole('button', { name: 'Add tags' }))
    expect(await within(dialog).findByText('2 vehicles changed')).toBeVisible()
    expect(within(dialog).getByRole('list', { name: '1 vehicle refused' })).toHaveTextContent('Bike 3')
    expect((await bodies()).at(-1)).toEqual({
      entities: [1, 2, 3],
      attach: [6],
      on_conflict: 'replace',
      dry_run: false,
    })
    await actor.click(within(dialog).getByRole('button', { name: 'Undo' }))
    expect(await within(dialog).findByText('2 vehicles are as they were')).toBeVisible()
  })

  it('G-65 offers a type or a brand to who asks for it by name, and says that a vehicle has only one', async () => {
    const { actor, dialog } = await openStepper('Add tags')
    const field = within(dialog).getByRole('combobox', { name: 'Tags' })
    await actor.click(field)
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Lease1 / 3'])
    await actor.type(field, 'Kog')
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toContain('Koga')
    expect(screen.getByText('Brand: one per vehicle')).toBeVisible()
  })

  it('G-65 says once of all vehicles what keeps them as they are, and counts none that would change', async () => {
    const all = [1, 2, 3].map((id) => told(id, { ...conflict, result: 'failed' }))
    api.answer({ [BULK]: answer(all, null) })
    const { actor, dialog } = await openStepper('Add tags')
    await actor.type(within(dialog).getByRole('combobox', { name: 'Tags' }), 'Koga')
    await actor.click(await screen.findByRole('option', { name: /Koga/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    const left = await within(dialog).findByRole('list', { name: '3 vehicles will be left out' })
    expect(
      within(left)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['3 vehicles: Bike 1 · Bike 2 · Bike 3Brand is Gazelle'])
    expect(within(dialog).queryByText('0 vehicles will change')).toBeNull()
    expect(within(dialog).getByText('No vehicle would change', { ignore: '[hidden]' })).toBeVisible()
  })

  it('T-15 keeps the way back at hand once the dialog is closed', async () => {
    const { actor, dialog } = await openStepper('Add tags')
    await actor.click(within(dialog).getByRole('combobox', { name: 'Tags' }))
    await actor.click(await screen.findByRole('option', { name: /Lease/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    await actor.click(await within(dialog).findByRole('button', { name: 'Add tags' }))
    await actor.click(await within(dialog).findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 vehicles are as they were')).toBeVisible()
  })

  it('R-269 takes off only tags that the vehicles carry, and says on how many', async () => {
    const { actor, dialog } = await openStepper('Remove tags')
    await actor.click(within(dialog).getByRole('combobox', { name: 'Tags' }))
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Lease1 / 3'])
    await actor.click(screen.getByRole('option', { name: /Lease/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    await waitFor(async () => expect((await bodies())[0]).toMatchObject({ detach: [5], dry_run: true }))
  })

  it('R-159 says what is missing when a step is left too early, and closes the list over its button after a choice', async () => {
    const { actor, dialog } = await openStepper('Add tags')
    const field = within(dialog).getByRole('combobox', { name: 'Tags' })
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    expect(field).toHaveAccessibleDescription('Choose at least one tag')
    expect(api.requestsTo(BULK)).toEqual([])
    await actor.click(field)
    await actor.click(await screen.findByRole('option', { name: /Lease/ }))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field).not.toHaveAccessibleDescription('Choose at least one tag')
  })

  it('R-159 says why nothing can be added where no vehicle would change', async () => {
    api.answer({ [BULK]: answer([told(1, { result: 'unchanged' }), gone], null) })
    const { actor, dialog } = await openStepper('Add tags')
    await actor.type(within(dialog).getByRole('combobox', { name: 'Tags' }), 'Koga')
    await actor.click(await screen.findByRole('option', { name: /Koga/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    const add = await within(dialog).findByRole('button', { name: 'Add tags' })
    expect(add).toHaveAccessibleDescription('No vehicle would change')
    await actor.click(add)
    expect((await bodies()).map(({ dry_run }) => dry_run)).toEqual([true])
  })

  it('R-179 makes a tag that there is none of, and puts it on, where the user may make tags', async () => {
    const winter = { id: 9, name: 'Winter', type: 'general' }
    api.answer({
      'POST /api/v1/tags': () => {
        api.answer({ 'GET /api/v1/dropdown/tags': { data: [koga, lease, winter] } })
        return { data: winter }
      },
    })
    const { actor, dialog } = await openStepper('Add tags')
    const field = within(dialog).getByRole('combobox', { name: 'Tags' })
    await actor.type(field, 'lease')
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Lease1 / 3'])
    await actor.clear(field)
    await actor.type(field, 'Winter')
    await actor.click(await screen.findByRole('option', { name: 'Create tag “Winter”' }))
    expect(await within(dialog).findByRole('button', { name: 'Winter' })).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/tags').at(-1)?.json()).toEqual({ name: 'Winter', type: 'general' })
    await actor.click(within(dialog).getByRole('button', { name: 'Check' }))
    await waitFor(async () => expect((await bodies())[0]).toMatchObject({ attach: [9], dry_run: true }))
  })

  it('T-13 offers no new tag to who may not make any', async () => {
    const { actor, dialog } = await openStepper('Add tags', aUser({ permissions: ['index:entity', 'update:entity'] }))
    await actor.type(within(dialog).getByRole('combobox', { name: 'Tags' }), 'Winter')
    expect(await screen.findByText('No such tag')).toBeVisible()
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('T-13 names the right that tagging asks for', async () => {
    const { actor } = await renderApp('/entities', { user: aUser({ permissions: ['index:entity'] }) })
    await screen.findByRole('row', { name: /Bike 1/ })
    await actor.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    expect(screen.getByRole('note', { name: 'Add tags: You lack the right update:entity' })).toBeVisible()
  })
})
