import { businessPlace } from './business-place.js'

const vendor = { id: 1, name: 'Vendor', kind: 'vendor' } as const
const enterprise = { id: 2, name: 'Enterprise', kind: 'enterprise' } as const
const company = { id: 3, name: 'Company', kind: 'company' } as const
const department = { id: 4, name: 'Department', kind: 'department' } as const

describe('a user’s place in the tree', () => {
  it.each([
    [[vendor, enterprise, company, department], 'department', 4],
    [[vendor, enterprise, company], 'company', 3],
    [[enterprise, vendor], 'vendor', 1],
    [[vendor, enterprise], 'vendor', 1],
    [[enterprise], 'enterprise', 2],
    [[], null, null],
  ])('R-030 takes the first of department, company, vendor, enterprise (case %#)', (path, parent, parent_id) => {
    expect(businessPlace(path)).toMatchObject({ parent, parent_id })
  })

  it('names the nearest vendor or enterprise, and the nearest of each kind', () => {
    const below = { id: 9, name: 'Dealer', kind: 'vendor' } as const
    expect(businessPlace([enterprise, vendor, below, company])).toEqual({
      sub_vendor_name: 'Dealer',
      business_id: 3,
      business_name: 'Company',
      department_id: null,
      company_id: 3,
      vendor_id: 9,
      enterprise_id: 2,
      parent: 'company',
      parent_id: 3,
    })
  })
})
