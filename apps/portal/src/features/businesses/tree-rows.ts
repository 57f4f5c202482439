import { holdsTyped } from '../../lib/search-text.js'
import type { BusinessTree, TreeBusiness } from '../../lib/businesses/business-tree.js'

/** One row of the rendered tree. */
export interface TreeRow {
  business: TreeBusiness
  isOpen: boolean
  /** Position among the siblings, from 1, and the number of siblings. */
  position: number
  siblings: number
}

/** Returns the rows of the expanded tree from top to bottom. Collapsed branches are not visited. */
export function openRows(tree: BusinessTree, open: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (siblings: readonly TreeBusiness[]) =>
    siblings.forEach((business, at) => {
      const isOpen = open.has(business.id) && business.children.length > 0
      rows.push({ business, isOpen, position: at + 1, siblings: siblings.length })
      if (isOpen) add(business.children)
    })
  add(tree.roots)
  return rows
}

/** Returns the rows of a search: the matches and the paths to them. */
export function foundRows(tree: BusinessTree, text: string): TreeRow[] {
  const kept = new Set<TreeBusiness>()
  for (const business of tree.all) {
    if (!holdsTyped(business.folded, text)) continue
    for (let one: TreeBusiness | null = business; one && !kept.has(one); one = one.parent) kept.add(one)
  }
  const rows: TreeRow[] = []
  const add = (siblings: readonly TreeBusiness[]) => {
    const left = siblings.filter((business) => kept.has(business))
    left.forEach((business, at) => {
      const isOpen = business.children.some((child) => kept.has(child))
      rows.push({ business, isOpen, position: at + 1, siblings: left.length })
      if (isOpen) add(business.children)
    })
  }
  add(tree.roots)
  return rows
}
