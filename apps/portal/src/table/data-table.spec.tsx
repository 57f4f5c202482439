import { screen, waitFor, within } from '@testing-library/react'
import { renderPart } from '../testing/render-app.js'
import { PHONE, setViewport } from '../testing/viewport.js'
import { bikeSource, bikeTable, tagging } from '../testing/some-bikes.js'

const shownNames = () => screen.getAllByRole('row').flatMap((row) => /Bike \d\d/.exec(row.textContent ?? '')?.[0] ?? [])
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean)
const open = async (options: Parameters<typeof bikeTable>[1] = {}, source = bikeSource()) => {
  const table = bikeTable(source, options)
  const rendered = await renderPart(table.part)
  return { ...rendered, ...table, source }
}

describe('the table', () => {
  it('R-349 shows 15 rows, says of how many, and pages in the address', async () => {
    const { actor, address } = await open()
    expect(await screen.findByText('1–15 of 40')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Page 3' }))
    expect(await screen.findByText('31–40 of 40')).toBeVisible()
    expect(shownNames()).toHaveLength(10)
    expect(address()).toBe('?page=3')
  })

  it('has its head and its tools in place before the rows come, so that nothing moves', async () => {
    const source = Object.assign(bikeSource(), {
      fetchPage: () => new Promise<never>(() => undefined),
      csv: { fileName: 'bikes.csv', fetch: () => Promise.resolve(new Blob()), mail: () => Promise.resolve() },
    })
    await open({}, source)
    const rows = screen.getByRole('status', { name: 'Loading rows' })
    for (const head of ['Name', 'Brand']) expect(within(rows).getByText(head)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'CSV' })).toBeVisible()
  })

  it('T-05 shows the same rows and columns to whoever opens the same address', async () => {
    const { source } = await open({ address: '/?f.brand=Batavus&sort=-brand&cols=id%2Cname&rows=50' })
    expect(await screen.findByText('1–20 of 20')).toBeVisible()
    expect(heads()).toEqual(['Number', 'Name'])
    expect(source.asked).toEqual([
      { page: 1, limit: 50, orderBy: 'brand', sortedBy: 'desc', searchFields: 'brand:inBatavus', searchJoin: 'and' },
    ])
  })

  it('orders by a column’s head, then the other way round, from the first page', async () => {
    const { actor, address, source } = await open({ address: '/?page=2' })
    await actor.click(
      await screen
        .findByRole('button', { name: 'Brand' })
        .then(() => within(screen.getByRole('grid')).getByRole('button', { name: 'Brand' })),
    )
    await waitFor(() => expect(address()).toBe('?sort=brand'))
    await actor.click(within(screen.getByRole('grid')).getByRole('button', { name: 'Brand' }))
    await waitFor(() => expect(address()).toBe('?sort=-brand'))
    expect(source.asked.at(-1)).toMatchObject({ orderBy: 'brand', sortedBy: 'desc', page: 1 })
    expect(within(screen.getByRole('grid')).getByRole('columnheader', { name: 'Brand' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  it('R-350 searches after a pause, and Enter does not wait', async () => {
    const { actor, address } = await open()
    await screen.findByText('1–15 of 40')
    await actor.keyboard('/')
    await actor.keyboard('Bike 3{Enter}')
    expect(await screen.findByText('1–10 of 10')).toBeVisible()
    expect(address()).toBe('?q=Bike+3')
  })

  it('narrows by a typed filter, shows its value on the chip, and takes it off', async () => {
    const { actor, address } = await open()
    await screen.findByText('1–15 of 40')
    const chips = screen.getByRole('group', { name: 'Filters' })
    await actor.click(within(chips).getByRole('button', { name: 'Brand' }))
    await actor.click(await screen.findByRole('checkbox', { name: 'Gazelle' }))
    expect(await screen.findByText('1–15 of 20')).toBeInTheDocument()
    await actor.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('?f.brand=Gazelle'))
    await actor.click(await screen.findByRole('button', { name: 'Remove filter Brand' }))
    expect(await screen.findByText('1–15 of 40')).toBeVisible()
  })

  it('shows, hides and orders columns, and remembers them in this browser', async () => {
    const { actor, address, unmount } = await open()
    await screen.findByText('1–15 of 40')
    await actor.click(screen.getByRole('button', { name: 'Columns' }))
    await actor.click(await screen.findByRole('checkbox', { name: 'Number' }))
    await actor.click(screen.getByRole('button', { name: 'Move Number forward' }))
    await actor.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('?cols=name%2Cid%2Cbrand'))
    unmount()
    const again = await open()
    await screen.findByText('1–15 of 40')
    expect(heads()).toEqual(['Name', 'Number', 'Brand'])
    expect(again.address()).toBe('?cols=name%2Cid%2Cbrand')
  })

  it('keeps a view by name and opens it again', async () => {
    const { actor, address } = await open({ address: '/?f.brand=Batavus&page=2' })
    await actor.click(await screen.findByRole('button', { name: 'Views' }))
    await actor.type(await screen.findByLabelText('Name of this view'), 'Our Batavus')
    await actor.click(screen.getByRole('button', { name: 'Save view' }))
    await actor.click(await screen.findByRole('button', { name: 'Remove filter Brand' }))
    await waitFor(() => expect(address()).toBe(''))
    await actor.click(await screen.findByRole('button', { name: 'Views' }))
    await actor.click(await screen.findByRole('button', { name: 'Our Batavus' }))
    await waitFor(() => expect(address()).toBe('?f.brand=Batavus'))
  })

  it('is walked by arrows, ticked by space and opened by Enter', async () => {
    const opened: string[] = []
    const { actor } = await open({ actions: [tagging().action], onOpen: ({ name }) => opened.push(name) })
    await screen.findByText('1–15 of 40')
    screen.getByRole('row', { name: /Bike 01/ }).focus()
    await actor.keyboard('{ArrowDown}{ArrowDown} {ArrowUp} {Enter}')
    expect(screen.getByRole('row', { name: /Bike 03/ })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('2 selected')).toBeVisible()
    expect(opened).toEqual(['Bike 02'])
    await actor.keyboard('{Escape}')
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument()
  })

  it('T-05 takes J, K, X and Enter from anywhere on the screen, and from the row whose panel is open', async () => {
    const opened: string[] = []
    const { actor } = await open({ actions: [tagging().action], onOpen: ({ name }) => opened.push(name), openId: 3 })
    await screen.findByText('1–15 of 40')
    document.body.focus()
    await actor.keyboard('j')
    expect(opened).toEqual(['Bike 04'])
    expect(screen.getByRole('row', { name: /Bike 03/ })).toHaveAttribute('aria-current', 'true')
    await actor.keyboard('x')
    expect(screen.getByRole('row', { name: /Bike 03/ })).toHaveAttribute('aria-selected', 'true')
    await actor.type(screen.getByRole('searchbox', { name: 'Search bikes' }), 'jx')
    expect(opened).toEqual(['Bike 04'])
    expect(screen.getByText('1 selected')).toBeVisible()
  })

  it('T-05 ticks every row across the pages, does what can be done, lists the refused with their reasons, and takes it back', async () => {
    const { tagged, action } = tagging()
    const { actor } = await open({ actions: [action] })
    await actor.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    await actor.click(screen.getByRole('button', { name: 'Select all 40' }))
    expect(screen.getByText('40 selected')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Add tag' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add tag' })
    expect(await within(dialog).findByText('The tag Lease will be added to 39 bikes.')).toBeVisible()
    expect(within(dialog).getByText('1 row will be left out')).toBeVisible()
    expect(tagged.size).toBe(0)
    await actor.click(within(dialog).getByRole('button', { name: 'Add tag' }))
    expect(await within(dialog).findByText('37 rows done')).toBeVisible()
    const refused = within(within(dialog).getByRole('list', { name: '3 rows refused' })).getAllByRole('listitem')
    expect(refused.map((item) => item.textContent)).toEqual([
      'Bike 01Has this tag already',
      'Bike 07Belongs to a customer',
      'Bike 33Belongs to a customer',
    ])
    expect(tagged.size).toBe(37)
    await actor.click(within(dialog).getByRole('button', { name: 'Undo' }))
    expect(await within(dialog).findByText('37 rows restored')).toBeVisible()
    expect(tagged.size).toBe(0)
  })

  it('keeps ticks while paging, ticks a range with shift, and forgets them with other filters', async () => {
    const { actor } = await open({ actions: [tagging().action] })
    await actor.click(await screen.findByRole('checkbox', { name: 'Select Bike 02' }))
    await actor.keyboard('{Shift>}')
    await actor.click(screen.getByRole('checkbox', { name: 'Select Bike 05' }))
    await actor.keyboard('{/Shift}')
    await actor.click(screen.getByRole('button', { name: 'Next page' }))
    await actor.click(await screen.findByRole('checkbox', { name: 'Select Bike 16' }))
    expect(screen.getByText('5 selected')).toBeVisible()
    await actor.type(screen.getByRole('searchbox'), 'Bike 2{Enter}')
    expect(await screen.findByText('1–10 of 10')).toBeVisible()
    expect(screen.queryByText('5 selected')).not.toBeInTheDocument()
  })

  it('tells nothing yet from nothing that matches, each with what to do', async () => {
    const { unmount } = await open({}, bikeSource([]))
    expect(await screen.findByText('No bikes yet')).toBeVisible()
    unmount()
    const { actor } = await open({ address: '/?q=tram' })
    expect(await screen.findByText('Nothing matches the filters')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(await screen.findByText('1–15 of 40')).toBeVisible()
  })

  it('says why it could not load, and tries again', async () => {
    const source = bikeSource()
    const fetchPage = source.fetchPage
    source.fetchPage = () => Promise.reject(new Error('down'))
    const { actor } = await open({}, source)
    expect(await screen.findByRole('alert')).toHaveTextContent('Oops!')
    source.fetchPage = fetchPage
    await actor.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1–15 of 40')).toBeVisible()
  })

  it('is a list of cards on a phone, ordered by a field of its own', async () => {
    setViewport(PHONE)
    const { actor, address } = await open()
    const cards = await screen.findAllByRole('listitem')
    expect(cards[0]).toHaveTextContent('Bike 01Gazelle')
    expect(screen.queryByRole('grid')).not.toBeInTheDocument()
    // Only one line of controls precedes the cards. The other controls are behind the button on that line.
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument()
    await actor.click(screen.getByRole('button', { name: 'Filter, sort and export' }))
    await actor.click(await screen.findByRole('combobox', { name: 'Sort by' }))
    await actor.click(await screen.findByRole('option', { name: 'Brand' }))
    await waitFor(() => expect(address()).toBe('?sort=brand'))
  })

  it('leaves out of a card what there is nothing of, which a column has a dash for', async () => {
    const bikes = [{ id: 1, name: 'Bike 01', brand: '—' }]
    const { unmount } = await open({}, bikeSource(bikes))
    expect(await screen.findByRole('row', { name: /Bike 01/ })).toHaveTextContent('—')
    unmount()
    setViewport(PHONE)
    await open({}, bikeSource(bikes))
    expect((await screen.findAllByRole('listitem'))[0]).not.toHaveTextContent('—')
  })

  it('R-158 has the view sent by mail as it stands, and says that it will come', async () => {
    const asked: unknown[] = []
    const mail = (wish: unknown) => Promise.resolve(asked.push(wish))
    const csv = { fileName: 'bikes.csv', fetch: () => Promise.resolve(new Blob()), mail }
    const source = Object.assign(bikeSource(), { csv })
    const { actor } = await open({ address: '/?f.brand=Batavus&sort=-brand&cols=id%2Cname' }, source)
    await actor.click(await screen.findByRole('button', { name: 'Send by mail' }))
    expect(await screen.findByText('The CSV file comes by mail within a few minutes')).toBeVisible()
    const criteria = { orderBy: 'brand', sortedBy: 'desc', searchFields: 'brand:inBatavus' }
    expect(asked).toMatchObject([{ criteria, columns: ['id', 'name'], timeZone: 'Europe/Amsterdam' }])
  })

  it('says that there are more where the API did not count them all', async () => {
    const source = bikeSource()
    const fetchPage = source.fetchPage
    source.fetchPage = async (criteria) => {
      const page = await fetchPage(criteria)
      return { ...page, meta: { ...page.meta, total_is_minimum: true } }
    }
    await open({}, source)
    expect(await screen.findByText('1–15 of more than 40')).toBeVisible()
  })
})
