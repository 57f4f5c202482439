import { Bike, Tag } from 'lucide-react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { DataTable, type BulkAction, type Column, type Filter, type ListSource } from '../table/index.js'
import type { ListCriteria } from '../table/list-criteria.js'

export interface TestBike {
  id: number
  name: string
  brand: string
}

export const BIKES: readonly TestBike[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  name: `Bike ${String(at + 1).padStart(2, '0')}`,
  brand: at % 2 === 0 ? 'Gazelle' : 'Batavus',
}))

/** Creates a list source like the API's that records its requests. */
export function bikeSource(bikes = BIKES): ListSource<TestBike> & { asked: ListCriteria[] } {
  const asked: ListCriteria[] = []
  return {
    asked,
    key: ['bikes'],
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    fetchPage: (criteria) => {
      asked.push(criteria)
      const { page, limit, search = '', searchFields = '' } = criteria
      const brand = /brand:in(\w+)/.exec(searchFields)?.[1]
      const found = bikes.filter((bike) => bike.name.includes(search) && (!brand || bike.brand === brand))
      const meta = {
        current_page: page,
        last_page: Math.max(1, Math.ceil(found.length / limit)),
        per_page: limit,
        total: found.length,
      }
      return Promise.resolve({ data: found.slice((page - 1) * limit, page * limit), meta })
    },
  }
}

const columns: readonly Column<TestBike>[] = [
  { key: 'name', label: 'Name', render: ({ name }) => name },
  { key: 'brand', label: 'Brand', render: ({ brand }) => brand, onCard: 'meta' },
  { key: 'id', label: 'Number', isOptional: true, isNumeric: true, render: ({ id }) => id },
]
const filters: readonly Filter[] = [
  { key: 'brand', kind: 'choice', label: 'Brand', choices: ['Gazelle', 'Batavus'].map((value) => ({ value, label: value })) },
]
const sort = { by: 'name', direction: 'asc' } as const

/** Creates a bulk action that tags every bike but three, and can undo it. */
export function tagging() {
  const tagged = new Set<number>()
  const action: BulkAction<TestBike> = {
    key: 'tag',
    label: 'Add tag',
    icon: Tag,
    effectOn: (count) => `The tag Lease will be added to ${count} bikes.`,
    refusalOf: ({ id }) => (id === 1 ? 'Has this tag already' : undefined),
    run: (rows) =>
      Promise.resolve(
        rows.map((row) => {
          if (row.id === 7 || row.id === 33) return { row, refusedBecause: 'Belongs to a customer' }
          tagged.add(row.id)
          return { row }
        }),
      ),
    undo: (rows) => {
      for (const { id } of rows) tagged.delete(id)
      return Promise.resolve()
    },
  }
  return { tagged, action }
}

/** Renders a table of bikes at its own address. */
export function bikeTable(
  source: ListSource<TestBike>,
  options: {
    address?: string
    actions?: readonly BulkAction<TestBike>[]
    onOpen?: (bike: TestBike) => void
    openId?: number
  } = {},
) {
  const table = (
    <DataTable
      name="bikes"
      label="Bikes"
      source={source}
      columns={columns}
      filters={filters}
      sort={sort}
      searchLabel="Search bikes"
      nothingYet={{ icon: Bike, title: 'No bikes yet', text: 'Install a tracker first.' }}
      onOpen={options.onOpen}
      openId={options.openId}
      bulkActions={options.actions}
    />
  )
  const router = createMemoryRouter([{ path: '/', element: table }], { initialEntries: [options.address ?? '/'] })
  return { part: <RouterProvider router={router} />, address: () => router.state.location.search }
}
