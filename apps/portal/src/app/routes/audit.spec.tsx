import { screen, waitFor, within } from '@testing-library/react'
import { RouterProvider } from 'react-router'
import type { AuditEntry } from '../../features/audit/audit-entry.js'
import { aChange, anEntry, aPage } from '../../features/audit/testing/some-entries.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { renderApp, renderPart } from '../../testing/render-app.js'
import { createMemoryPortalRouter } from '../router.js'

const CALL = 'GET /api/v1/audit-log'
const now = Date.parse('2025-10-30T08:26:00Z')
const refused = anEntry({
  id: 40,
  action: 'access.refused',
  object_type: 'operation',
  object_id: 'DELETE /api/v1/users/:id',
  object_name: null,
  outcome: 'refused',
  changes: [],
})
let api: ApiStub
const all: AuditEntry[] = [anEntry(), refused]
beforeEach(() => {
  api = stubApi({ [CALL]: aPage(all) })
})

const asked = () => new URL(api.requestsTo(CALL).at(-1)?.url ?? '').searchParams

describe('the audit screen', () => {
  it('T-16 lists who did what to which object, with what changed and when, the refused told apart', async () => {
    await renderApp('/audit', { now })
    const [, first, second] = await screen.findAllByRole('row')
    expect(first).toHaveTextContent('Entity changedCargo 12')
    expect(first).toHaveTextContent('Color: green → blueand 1 more')
    expect(first).toHaveTextContent('Marit de Wolf')
    expect(first).toHaveTextContent('14 min ago')
    expect(within(first!).getByText('Done')).toBeVisible()
    expect(second).toHaveTextContent('Access refusedDELETE /api/v1/users/:id')
    expect(within(second!).getByText('Refused')).toBeVisible()
  })

  it('T-16 finds by free text, and by chips of who, action, kind, time and outcome, all in the address', async () => {
    await renderApp('/audit?q=plate&f.actor=Marit&f.action=entity.update&f.object_type=entity&f.outcome=done&f.created_at=7d', {
      now,
    })
    await screen.findAllByRole('row')
    expect(asked().get('search')).toBe('plate')
    expect(asked().get('searchFields')).toBe(
      'created_at:>=2025-10-23T08:26:00.000Z;actor:likeMarit;action:inentity.update;object_type:inentity;outcome:indone',
    )
    expect(asked().get('searchJoin')).toBe('and')
  })

  it('T-16 opens one entry in full, in the address, and closes it by Escape with the focus where it was', async () => {
    const { actor, address } = await renderApp('/audit', { now })
    const [, first] = await screen.findAllByRole('row')
    first!.focus()
    await actor.keyboard('{Enter}')
    const details = await screen.findByRole('dialog', { name: 'Entity changed' })
    expect(address()).toBe('/audit?entry=41')
    for (const text of ['Marit de Wolf', '30-10-2025 09:12', 'Entity: Cargo 12', 'Domstad Mobiliteit', '192.0.2.7', 'req-9']) {
      expect(within(details).getByText(text)).toBeVisible()
    }
    expect(within(details).getByText('AB-12-CD')).toBeVisible()
    expect(within(details).getByText('EF-34-GH')).toBeVisible()
    await actor.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/audit')
    expect(first).toHaveFocus()
  })

  it('T-16 tells a period by its days and moments, and a business out of sight as one', async () => {
    const entry = anEntry({
      action: 'entity.trips.recalculate',
      changes: [
        aChange({ field: 'from', old: null, new: '2025-10-01T08:00:00.000Z' }),
        aChange({ field: 'till', old: null, new: '2025-10-02' }),
        aChange({ field: 'to', old: null, new: 77 }),
      ],
    })
    api.answer({ [CALL]: aPage([entry]) })
    const { actor } = await renderApp('/audit', { now })
    const [, line] = await screen.findAllByRole('row')
    await actor.click(within(line!).getByText('Trips recalculated on request'))
    const details = await screen.findByRole('dialog', { name: 'Trips recalculated on request' })
    expect(details).toHaveTextContent(/From.*01-10-2025 10:00/)
    expect(details).toHaveTextContent(/Until.*02-10-2025/)
    expect(details).toHaveTextContent(/To.*Business that you cannot see/)
  })

  it('T-16 tells a change of many vehicles as one line, and opens it to each of them with what changed of it', async () => {
    const tags = { field: 'tags', old: '500 Wh, Bosch, Koga, Spring check', new: '500 Wh, Bosch, Koga' }
    const of = { action: 'entity.tags', act_size: 20, changes: [aChange(tags)] }
    const each = ['Cargo 12', 'Cargo 13'].map((object_name, nth) => anEntry({ ...of, id: 41 - nth, object_name }))
    api.answer({
      [CALL]: (request: Request) =>
        new URL(request.url).searchParams.has('act_of') ? aPage(each) : aPage([anEntry({ ...of, stands_for: 20 })]),
    })
    const { actor } = await renderApp('/audit', { now })
    const [, line] = await screen.findAllByRole('row')
    expect(asked().get('by_act')).toBe('true')
    expect(line).toHaveTextContent('Entity, 20 at once')
    expect(line).toHaveTextContent(/Tags: − Spring checkMarit/)
    line!.focus()
    await actor.keyboard('{Enter}')
    const items = await within(await screen.findByRole('region', { name: '20 at once' })).findAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Cargo 12.*−\u00a0Spring check/),
      expect.stringMatching(/^Cargo 13.*−\u00a0Spring check/),
    ])
    expect(api.requestsTo(CALL).map(({ url }) => new URL(url).searchParams.get('act_of'))).toContain('41')
  })

  it('T-16 shows of a long value where it changed, of a list what came, and every value in words', async () => {
    const long = 'Half-yearly service at Riese & Müller in Mühltal'
    const changes = [
      [aChange({ field: 'description', old: `${long}, small`, new: `${long}, large` })],
      [aChange({ field: 'tags', old: 'Bosch, Koga', new: 'Bosch, Koga, Spring check' })],
      [aChange({ field: 'mode', new: 'all' })],
      [aChange({ field: 'from', new: '2025-10-01' })],
      [aChange({ field: 'sender', new: { network: '192.0.2.0/24', protocol: 'teltonika' } })],
      [aChange({ field: 'users', new: 3 })],
      [aChange({ field: 'eBike', old: 15, new: 20 })],
    ]
    api.answer({ [CALL]: aPage(changes.map((some, nth) => anEntry({ id: 41 - nth, changes: some }))) })
    await renderApp('/audit', { now })
    const [, ...rows] = await screen.findAllByRole('row')
    for (const [nth, text] of [
      'Description: … small → … large',
      'Tags: + Spring check',
      'Content: All trips',
      'From: 01-10-2025',
      'Sender: Network: 192.0.2.0/24, Protocol: teltonika',
      'Users: 3',
      'eBike: 15 → 20',
    ].entries())
      expect(rows[nth]).toHaveTextContent(text)
  })

  it('opens from a link, and says so when the entry is not the reader’s', async () => {
    api.answer({ [CALL]: () => aPage([]) })
    await renderPart(<RouterProvider router={createMemoryPortalRouter('/audit?entry=99')} />, { now })
    expect(await screen.findByText('This entry does not exist, or you are not allowed to see it.')).toBeVisible()
    expect(api.requestsTo(CALL).map(({ url }) => new URL(url).searchParams.get('searchFields'))).toContain('id:=99')
  })

  it('T-16 takes the whole view along as CSV', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:csv', revokeObjectURL: () => undefined })
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { actor } = await renderApp('/audit?f.outcome=refused', { now })
    await screen.findAllByRole('row')
    api.answer({ [CALL]: () => new Response('time,actor\r\n', { headers: { 'content-type': 'text/csv' } }) })
    await actor.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(Object.fromEntries(asked())).toMatchObject({ format: 'csv', searchFields: 'outcome:inrefused', orderBy: 'created_at' })
    expect(asked().has('page')).toBe(false)
    saved.mockRestore()
  })
})
