import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'
import { BusinessPicker } from './business-picker.js'

const TREE = 'GET /api/v1/businesses/tree'

type PickerProps = Partial<Parameters<typeof BusinessPicker>[0]>

function Chooser(props: PickerProps) {
  const [value, setValue] = useState<number | null>(null)
  return (
    <>
      <BusinessPicker label="Business" value={value} onChange={setValue} {...props} />
      <output>{String(value)}</output>
    </>
  )
}

describe('the business picker', () => {
  const open = async (props: PickerProps = {}, user = aUser()) => {
    const part = await renderPart(<Chooser {...props} />, { user })
    const field = screen.getByRole('combobox', { name: 'Business' })
    await part.actor.click(field)
    return { ...part, field }
  }
  const options = async () => (await screen.findAllByRole('option')).map((option) => option.textContent)

  it('offers the businesses in the order of the tree, each with its kind and what stands above it', async () => {
    stubApi({ [TREE]: { data: someBusinesses() } })
    await open()
    expect((await options()).slice(0, 5)).toEqual([
      'Domstad MobiliteitVendor',
      'Gemeente LunettenEnterprise · Domstad Mobiliteit',
      'BibliotheekCompany · Domstad Mobiliteit · Gemeente Lunetten',
      'BuitendienstCompany · Domstad Mobiliteit · Gemeente Lunetten',
      'Ploeg NoordDepartment · Gemeente Lunetten · Buitendienst',
    ])
  })

  it('finds a business by a part of its name, whatever its accents, and gives its id', async () => {
    stubApi({ [TREE]: { data: someBusinesses() } })
    const { actor, field } = await open()
    await actor.type(field, 'carre')
    expect(await options()).toEqual(['Carré BezorgingCompany · Domstad Mobiliteit'])
    await actor.keyboard('{Enter}')
    expect(field).toHaveValue('Carré Bezorging')
    expect(screen.getByText('20')).toBeInTheDocument()
  })

  it('offers only the kinds asked for, and says why one cannot be chosen', async () => {
    stubApi({ [TREE]: { data: someBusinesses() } })
    const { actor } = await open({
      kinds: ['vendor', 'enterprise'],
      refusalOf: ({ id }) => (id === 3 ? 'The business is there already' : undefined),
    })
    expect(await options()).toEqual([
      'Domstad MobiliteitThe business is there already',
      'Gemeente LunettenEnterprise · Domstad Mobiliteit',
    ])
    expect(screen.getByRole('option', { name: /already/ })).toHaveAttribute('aria-disabled', 'true')
    await actor.click(screen.getByRole('option', { name: /^Gemeente/ }))
    expect(screen.getByText('10')).toBeInTheDocument()
  })

  it('shows what is wrong under the field', async () => {
    stubApi({ [TREE]: { data: someBusinesses() } })
    const { field } = await open({ error: 'Business is required' })
    expect(field).toHaveAccessibleDescription('Business is required')
    expect(field).toBeInvalid()
  })

  it('draws a hundred of many, and says how many there are', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => ({
      id: at + 1,
      name: `Shop ${at + 1}`,
      kind: 'vendor' as const,
      parent_id: null,
      entities_count: 0,
      devices_count: 0,
      children: [],
    }))
    stubApi({ [TREE]: { data: many } })
    const { actor, field } = await open()
    expect(await screen.findAllByRole('option')).toHaveLength(100)
    expect(field).toHaveAccessibleDescription('100 of 2,000. Type to find others.')
    await actor.type(field, 'Shop 1999')
    expect(await options()).toEqual(['Shop 1999Vendor'])
  })

  it('offers their own businesses to who may not read the tree, and asks the API nothing', async () => {
    const api = stubApi()
    await open({}, aUser({ permissions: ['read:user'] }))
    const list = await screen.findByRole('listbox')
    expect(within(list).getByRole('option')).toHaveTextContent('Domstad Mobiliteit')
    expect(api.requests).toHaveLength(0)
  })

  it('says when the businesses cannot be loaded', async () => {
    stubApi({ [TREE]: () => problem(500, 'The database is away') })
    const { field } = await open()
    expect(await screen.findByText('The businesses could not be loaded')).toBeVisible()
    expect(field).toBeInvalid()
  })
})
