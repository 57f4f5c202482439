import type { components } from '../api/schema.js'
import { holdsTyped, searchable } from '../search-text.js'

export type BusinessNode = components['schemas']['BusinessNode']
export type BusinessKind = BusinessNode['kind']

/** Business at its place in the tree. */
export interface TreeBusiness {
  id: number
  name: string
  kind: BusinessKind
  /** Parent business. Null at the root of the part that this user sees. */
  parent: TreeBusiness | null
  /** Depth in the tree. 0 at the root. */
  depth: number
  /** Children, sorted by name. */
  children: TreeBusiness[]
  /** Number of devices of this business and of all businesses below it. */
  devices: number
  /** Name in lower case and without accents, for searching. */
  folded: string
}

/** Part of the tree that this user sees. */
export interface BusinessTree {
  roots: readonly TreeBusiness[]
  /** All businesses, parents before their children, siblings by name. */
  all: readonly TreeBusiness[]
  byId: ReadonlyMap<number, TreeBusiness>
  /** Maximum depth of the tree, in levels. */
  levels: number
}

/**
 * Converts the API's nodes to a tree. Adds the data that screens often need: parents, depth, and devices of the businesses below.
 */
export function toBusinessTree(nodes: readonly BusinessNode[]): BusinessTree {
  const all: TreeBusiness[] = []
  let levels = 0
  const place = (node: BusinessNode, parent: TreeBusiness | null): TreeBusiness => {
    const { id, name, kind } = node
    const depth = parent ? parent.depth + 1 : 0
    const business: TreeBusiness = {
      id,
      name,
      kind,
      parent,
      depth,
      children: [],
      devices: node.devices_count,
      folded: searchable(name),
    }
    all.push(business)
    levels = Math.max(levels, depth + 1)
    business.children = node.children.map((child) => place(child, business))
    for (const child of business.children) business.devices += child.devices
    return business
  }
  const roots = nodes.map((node) => place(node, null))
  return { roots, all, byId: new Map(all.map((business) => [business.id, business])), levels }
}

/** Returns the businesses above one, from the root down. */
export function ancestorsOf(business: TreeBusiness): TreeBusiness[] {
  const above: TreeBusiness[] = []
  for (let one = business.parent; one; one = one.parent) above.unshift(one)
  return above
}

export const isBelow = (business: TreeBusiness, above: TreeBusiness): boolean => {
  for (let one = business.parent; one; one = one.parent) if (one === above) return true
  return false
}

/** Finds businesses whose name contains the text, in tree order. */
export function findBusinesses(tree: BusinessTree, text: string): TreeBusiness[] {
  return text.trim() === '' ? [] : tree.all.filter(({ folded }) => holdsTyped(folded, text))
}
