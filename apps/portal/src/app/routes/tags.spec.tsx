import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, type RenderOptions } from '../../testing/render-app.js'
import { DESKTOP, PHONE, setViewport } from '../../testing/viewport.js'

type Tag = components['schemas']['ManagedTag']
type TagGroup = components['schemas']['TagGroup']

const TAGS = '/api/v1/tags'
const GROUPS = '/api/v1/tag-groups'
const times = { created_at: '2025-01-01T00:00:00.000Z', updated_at: '2025-02-01T00:00:00.000Z', deleted_at: null }
const group = (id: number, name: string, changes: Partial<TagGroup> = {}): TagGroup => ({
  id,
  name,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  preset: false,
  tags_count: 0,
  entities_count: null,
  editable: true,
  ...times,
  ...changes,
})
const tag = (id: number, name: string, changes: Partial<Tag> = {}): Tag => ({
  id,
  name,
  type: 'general',
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  parent_id: null,
  parent_name: null,
  vehicle_type: null,
  groups: [],
  entities_count: 0,
  editable: true,
  ...times,
  ...changes,
})
const everybodys = { business_id: null, business_name: null, editable: false }
const groups = [
  ...['Type', 'Brand', 'Model'].map((name, at) => group(at + 1, name, { preset: true, tags_count: 5, ...everybodys })),
  group(9, 'Depots', { tags_count: 2 }),
  group(10, 'Regions'),
]
const oost = tag(21, 'Depot Oost', { entities_count: 12, groups: [{ id: 9, name: 'Depots' }] })
const west = tag(22, 'Depot West', { groups: [{ id: 9, name: 'Depots' }] })
const lease = tag(23, 'Lease', { entities_count: 3 })
const koga = tag(24, 'Koga', { type: 'brand', ...everybodys })
const pageOf = <Row,>(data: Row[]) => ({ data, meta: { current_page: 1, last_page: 1, per_page: 100, total: data.length } })

/** Returns tags as the API lists them: by group and by search. */
function list(request: Request) {
  const { searchParams } = new URL(request.url)
  if (searchParams.get('searchFields') === 'state:=deleted')
    return pageOf([tag(30, 'Old', { deleted_at: '2025-03-01T00:00:00Z' })])
  const inGroup = Number(searchParams.get('group_id'))
  const isUngrouped = searchParams.get('searchFields') === 'is_grouped:=false'
  const search = searchParams.get('search')?.toLowerCase() ?? ''
  return pageOf(
    [oost, west, koga, lease].filter(
      ({ name, groups: of }) =>
        name.toLowerCase().includes(search) &&
        (inGroup === 0 || of.some(({ id }) => id === inGroup)) &&
        !(isUngrouped && of.length > 0),
    ),
  )
}

let api: ApiStub
beforeEach(() => {
  setViewport(DESKTOP)
  api = stubApi({
    [`GET ${TAGS}`]: list,
    [`GET ${GROUPS}`]: (request) => pageOf(request.url.includes('deleted') ? [] : groups),
    'GET /api/v1/dropdown/tags': { data: [oost, west, lease].map(({ id, name, type }) => ({ id, name, type })) },
  })
})

const open = async (address = '/tags', options: RenderOptions = {}) => {
  const app = await renderApp(address, options)
  await screen.findByRole('button', { name: /^Depots/ })
  return app
}
const chipsOf = async (name: string) => {
  const chips = within(await screen.findByRole('list', { name })).getAllByRole('button')
  return chips.map((chip) => chip.querySelector('span')?.textContent)
}
const bodyOf = async (call: string) => (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>
const menuOf = async (app: Awaited<ReturnType<typeof open>>, chip: RegExp) => {
  await app.actor.click(await screen.findByRole('button', { name: chip }))
  return screen.findByRole('menu')
}

describe('the tags screen', () => {
  it('R-181 D.15 shows the three first groups, then the others, with counts, and tags with their use', async () => {
    const { actor, address } = await open()
    const named = within(screen.getByRole('navigation', { name: 'Groups' })).getAllByRole('button')
    expect(named.map((item) => item.querySelector('span')?.textContent)).toEqual([
      ...['All tags, 4 tags', 'Type, 5 tags', 'Brand, 5 tags', 'Model, 5 tags', 'Depots, 2 tags', 'Regions, 0 tags'],
      ...['In no group, 2 tags', 'Deleted'],
    ])
    await actor.click(screen.getByRole('button', { name: 'Depots, 2 tags' }))
    expect(await chipsOf('Depots')).toEqual(['Depot Oost: 12 vehicles'])
    expect(await chipsOf('On no vehicle')).toEqual(['Depot West: 0 vehicles'])
    expect(address()).toBe('/tags?group=9')
  })

  it('R-181 lists what stands in no group, so that the groups and it are all tags', async () => {
    const { actor, address } = await open()
    await actor.click(screen.getByRole('button', { name: 'In no group, 2 tags' }))
    expect(await chipsOf('In no group')).toEqual(['Lease: 3 vehicles'])
    expect(await chipsOf('On no vehicle')).toEqual(['Koga: 0 vehicles'])
    expect(address()).toBe('/tags?group=none')
  })

  it('R-179 asks for the tags that vehicles carry before the others, so that a catalogue does not bury them', async () => {
    await open()
    await chipsOf('All tags')
    const asked = api.requestsTo(`GET ${TAGS}`).map(({ url }) => new URL(url).searchParams)
    expect(new Set(asked.map((query) => `${query.get('orderBy')} ${query.get('sortedBy')}`))).toEqual(new Set(['use asc']))
  })

  it('R-182 has one button above all others: the one that makes a tag', async () => {
    await open()
    await chipsOf('All tags')
    const primary = screen.getAllByRole('button').filter(({ classList }) => classList.contains('MuiButton-contained'))
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Add'])
  })

  it('R-182 R-179 makes a tag of the group with Enter', async () => {
    api.answer({ [`POST ${TAGS}`]: { data: tag(40, 'Depot Zuid') } })
    const { actor } = await open('/tags?group=9')
    await actor.click(await screen.findByRole('textbox', { name: 'New tag' }))
    await actor.paste('Depot Zuid')
    await actor.keyboard('{Enter}')
    expect(await screen.findByText('Successfully created tag.')).toBeVisible()
    expect(await bodyOf(`POST ${TAGS}`)).toEqual({ name: 'Depot Zuid', type: 'general', groups: [9] })
    expect(screen.getByRole('textbox', { name: 'New tag' })).toHaveValue('')
  })

  it('R-182 says why a tag was not made, at its field, too', async () => {
    const errors = { name: ['There is already a tag with this name'] }
    api.answer({ [`POST ${TAGS}`]: () => problem(422, 'There is already a tag with this name', { errors }) })
    const { actor } = await open()
    await actor.click(await screen.findByRole('textbox', { name: 'New tag' }))
    await actor.paste('Lease')
    await actor.keyboard('{Enter}')
    expect(await screen.findByText('Something went wrong while creating this tag')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'New tag' })).toHaveAccessibleDescription('There is already a tag with this name')
  })

  it('R-183 makes a group with Enter and opens it', async () => {
    api.answer({ [`POST ${GROUPS}`]: { data: group(10, 'Regions') } })
    const { actor, address } = await open()
    await actor.click(screen.getByRole('textbox', { name: 'New group' }))
    await actor.paste('Regions')
    await actor.keyboard('{Enter}')
    expect(await screen.findByText('Successfully created tag group.')).toBeVisible()
    await waitFor(() => expect(address()).toBe('/tags?group=10'))
  })

  it('R-183 says why a group was not made', async () => {
    api.answer({ [`POST ${GROUPS}`]: () => problem(500, 'Broken') })
    const { actor } = await open()
    await actor.click(screen.getByRole('textbox', { name: 'New group' }))
    await actor.paste('Regions')
    await actor.keyboard('{Enter}')
    expect(await screen.findByText('Something went wrong while creating this tag group')).toBeVisible()
  })

  it('R-184 D.15 an empty group offers to attach tags, and says when that failed', async () => {
    api.answer({ [`POST ${TAGS}/attach`]: () => problem(500, 'Broken') })
    const { actor } = await open('/tags?group=10')
    await actor.click(await screen.findByRole('button', { name: 'Attach tags' }))
    const dialog = await screen.findByRole('dialog', { name: 'Attach tags to Regions' })
    await actor.click(await within(dialog).findByRole('checkbox', { name: /Lease/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Attach 1 tag' }))
    expect(await screen.findByText('Something went wrong while attaching tags to this group')).toBeVisible()
    expect(await bodyOf(`POST ${TAGS}/attach`)).toEqual({ group_id: 10, tags: [23] })
  })

  it('D.15 drags a tag into another group, and takes it back', async () => {
    api.answer({
      [`POST ${TAGS}/attach`]: { data: { group_id: 10, changed: [21], tags_count: 1 } },
      [`POST ${TAGS}/detach`]: { data: { group_id: 9, changed: [21], tags_count: 1 } },
    })
    const { actor } = await open('/tags?group=9')
    const chip = (await screen.findByRole('button', { name: /Depot Oost/ })).closest('li') as HTMLElement
    const dataTransfer = { setData: () => undefined }
    fireEvent.dragStart(chip, { dataTransfer })
    const target = screen.getByRole('button', { name: 'Regions, 0 tags' }).closest('li') as HTMLElement
    fireEvent.dragOver(target, { dataTransfer })
    fireEvent.drop(target, { dataTransfer })
    expect(await screen.findByText('Depot Oost was moved to Regions.')).toBeVisible()
    expect(await bodyOf(`POST ${TAGS}/attach`)).toEqual({ group_id: 10, tags: [21] })
    expect(await bodyOf(`POST ${TAGS}/detach`)).toEqual({ group_id: 9, tags: [21] })
    await actor.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await bodyOf(`POST ${TAGS}/attach`)).toEqual({ group_id: 9, tags: [21] }))
  })

  it('D.15 moves a tag by its menu, for who does not drag', async () => {
    api.answer({
      [`POST ${TAGS}/attach`]: { data: { group_id: 10, changed: [21], tags_count: 1 } },
      [`POST ${TAGS}/detach`]: { data: { group_id: 9, changed: [21], tags_count: 1 } },
    })
    const app = await open('/tags?group=9')
    await app.actor.click(within(await menuOf(app, /Depot Oost/)).getByRole('menuitem', { name: 'Move to a group' }))
    await app.actor.click(await screen.findByRole('combobox', { name: 'Group' }))
    await app.actor.click(await screen.findByRole('option', { name: 'Regions' }))
    await app.actor.click(screen.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('Depot Oost was moved to Regions.')).toBeVisible()
  })

  it('T-13 names whose a tag is that one cannot change', async () => {
    const app = await open()
    const menu = await menuOf(app, /Koga/)
    expect(within(menu).getByRole('menuitem', { name: /^Delete/ })).toHaveTextContent('All businesses use this')
    expect(within(menu).getByRole('menuitem', { name: /^Edit/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('T-13 offers nothing to make to who may not manage tags', async () => {
    await open('/tags', { user: aUser({ permissions: ['index:entity'] }) })
    expect(screen.queryByRole('textbox', { name: 'New tag' })).not.toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'New group' })).toHaveAccessibleDescription('You lack the right manage:tags')
  })
})

describe('deleting', () => {
  it('R-185 T-15 shows the use of a tag, deletes it, and restores it from the toast', async () => {
    api.answer({ [`DELETE ${TAGS}/21`]: { data: oost }, [`PUT ${TAGS}/21/restore`]: { data: oost } })
    const app = await open('/tags?group=9')
    await app.actor.click(within(await menuOf(app, /Depot Oost/)).getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Depot Oost?' })
    expect(within(dialog).getByText('12 vehicles have this tag.')).toBeVisible()
    await app.actor.click(within(dialog).getByRole('button', { name: 'Delete tag' }))
    expect(await screen.findByText('Successfully deleted this tag.')).toBeVisible()
    await app.actor.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Depot Oost was restored.')).toBeVisible()
  })

  it('D.15 merges a tag into another one instead', async () => {
    api.answer({ [`POST ${TAGS}/21/merge`]: { data: oost }, [`GET ${TAGS}/22`]: { data: west } })
    const app = await open('/tags?group=9')
    await app.actor.click(within(await menuOf(app, /Depot Oost/)).getByRole('menuitem', { name: 'Delete' }))
    await app.actor.click(await screen.findByRole('radio', { name: /^Merge/ }))
    await app.actor.click(screen.getByRole('combobox', { name: 'Other tag' }))
    await app.actor.click(await screen.findByRole('option', { name: 'Depot West' }))
    await app.actor.click(screen.getByRole('button', { name: 'Merge tags' }))
    expect(await screen.findByText('Depot Oost was merged into Depot West.')).toBeVisible()
    expect(await bodyOf(`POST ${TAGS}/21/merge`)).toEqual({ into: 22 })
  })

  it.each([
    ['Successfully deleted this tag group.', () => ({ data: groups[3] })],
    ['Something went wrong while deleting this tag group', () => problem(500, 'Broken')],
  ])('R-186 of a group: %s', async (message, answer) => {
    api.answer({
      [`GET ${GROUPS}/9`]: { data: group(9, 'Depots', { tags_count: 2, entities_count: 12 }) },
      [`DELETE ${GROUPS}/9`]: answer,
    })
    const { actor } = await open('/tags?group=9')
    await actor.click(await screen.findByRole('button', { name: 'Actions for Depots' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Its 2 tags stay on 12 vehicles. You can restore the group with its tags.')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Delete group' }))
    expect(await screen.findByText(message)).toBeVisible()
  })

  it('T-15 keeps what was deleted until it is restored', async () => {
    api.answer({ [`PUT ${TAGS}/30/restore`]: { data: tag(30, 'Old') } })
    const { actor } = await open('/tags?group=deleted')
    await actor.click(await screen.findByRole('button', { name: 'Restore Old' }))
    expect(await screen.findByText('Old was restored.')).toBeVisible()
  })
})

describe('the tags screen of a phone', () => {
  it('D.15 opens one group at a time, and the address remembers which', async () => {
    setViewport(PHONE)
    const { actor, address } = await open('/tags', { user: aUser({ permissions: ['index:entity', 'manage:tags'] }) })
    expect(screen.getByRole('button', { name: /^Depots/ })).toHaveAttribute('aria-expanded', 'false')
    await actor.click(screen.getByRole('button', { name: /^Depots/ }))
    expect(address()).toBe('/tags?group=9')
    expect(screen.getByRole('button', { name: /^Depots/ })).toHaveAttribute('aria-expanded', 'true')
    expect(await screen.findByText('Depot Oost')).toBeInTheDocument()
  })
})
