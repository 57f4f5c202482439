import type { BusinessNode } from '../lib/businesses/business-tree.js'

const node = (
  id: number,
  kind: BusinessNode['kind'],
  name: string,
  devices: number,
  children: BusinessNode[] = [],
): BusinessNode => ({
  id,
  kind,
  name,
  parent_id: null,
  entities_count: devices,
  devices_count: devices,
  children: children.map((child) => ({ ...child, parent_id: id })),
})

/**
 * Returns a vendor with an enterprise, its companies and departments, as the API does. Domstad is the test user's own business.
 */
export const someBusinesses = (): BusinessNode[] => [
  node(3, 'vendor', 'Domstad Mobiliteit', 52, [
    node(10, 'enterprise', 'Gemeente Lunetten', 0, [
      node(11, 'company', 'Bibliotheek', 22),
      node(12, 'company', 'Buitendienst', 0, [
        node(13, 'department', 'Ploeg Noord', 30),
        node(14, 'department', 'Ploeg Zuid', 22),
      ]),
    ]),
    node(20, 'company', 'Carré Bezorging', 12),
  ]),
]
