import type { components } from '../api/schema.js'
import { holdsTyped, searchable } from '../search-text.js'

export type BusinessNode = components['schemas']['BusinessNode']
export type BusinessKind = BusinessNode['kind']

/** A business at its place in the tree. */
export interface TreeBusiness {
  id: number
  name: string
  kind: BusinessKind
  /** Null at the root of what this user sees. */
  parent: TreeBusiness | null
  /** 0 at the root. */
  depth: number
  /** By name. */
  children: TreeBusiness[]
  /** Its devices, and those of every business below it. */
  devices: number
  /** Name in small letters and without accents, for searching. */
  folded: string
}

/** What this user sees of the tree. */
export interface BusinessTree {
  roots: readonly TreeBusiness[]
  /** Every business, parents before their children, siblings by name. */
  all: readonly TreeBusiness[]
  byId: ReadonlyMap<number, TreeBusiness>
  /** How many businesses stand below one another, at most. */
  levels: number
}

/** The API's nodes with what screens ask of them again and again: way up, depth, devices below. */
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

/** The businesses above one, from the root down. */
export function ancestorsOf(business: TreeBusiness): TreeBusiness[] {
  const above: TreeBusiness[] = []
  for (let one = business.parent; one; one = one.parent) above.unshift(one)
  return above
}

export const isBelow = (business: TreeBusiness, above: TreeBusiness): boolean => {
  for (let one = business.parent; one; one = one.parent) if (one === above) return true
  return false
}

/** Businesses whose name holds the text, in the order of the tree. */
export function findBusinesses(tree: BusinessTree, text: string): TreeBusiness[] {
  return text.trim() === '' ? [] : tree.all.filter(({ folded }) => holdsTyped(folded, text))
}
