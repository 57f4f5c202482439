const stuck = { position: 'sticky', bgcolor: 'inherit', zIndex: 1 } as const
/** Style of the head, which is opaque and above the rows that scroll under it. */
const head = { bgcolor: 'background.paper', zIndex: 3 } as const

/** Cells that stay in place while a wide table scrolls sideways: checkbox, name, actions. They have the colour of their row. */
export const pinned = {
  tick: { ...stuck, left: 0, width: 44, pl: 1 },
  name: { ...stuck, left: 44, pl: 0.5 },
  first: { ...stuck, left: 0, pl: 2 },
  actions: { ...stuck, right: 0, width: 44, pr: 0.75, textAlign: 'right' },
} as const

/** Cells of the head that stay in place sideways and also stay above the rows. */
export const pinnedHead = {
  tick: { ...pinned.tick, ...head },
  name: { ...pinned.name, ...head },
  first: { ...pinned.first, ...head },
  actions: { ...pinned.actions, ...head },
} as const
