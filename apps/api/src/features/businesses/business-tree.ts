import { peoplesOrder } from '@roadbook/contracts'
import type { BusinessTreeColumns } from './business.row.js'
import type { BusinessNodeDto } from './dto/business-node.dto.js'

/** Builds trees ordered by name. If the parent of a business is out of scope, the business is a root. */
export function toTree({ ids, parent_ids, kinds, names, entities, devices }: BusinessTreeColumns): BusinessNodeDto[] {
  const nodes = ids.map((id, at): BusinessNodeDto => {
    const name = names[at] ?? ''
    const counts = { entities_count: entities[id] ?? 0, devices_count: devices[id] ?? 0 }
    return { id, name, kind: kinds[at] ?? '', parent_id: parent_ids[at] ?? null, ...counts, children: [] }
  })
  // All businesses are sorted together, so that siblings are ordered by name too.
  const order = peoplesOrder()
  nodes.sort((a, b) => order(a.name, b.name) || a.id - b.id)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const roots: BusinessNodeDto[] = []
  for (const node of nodes) {
    const parent = node.parent_id === null ? undefined : byId.get(node.parent_id)
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}
