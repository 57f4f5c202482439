import { useMemo, useState } from 'react'
import { ancestorsOf, type BusinessTree } from '../../lib/businesses/business-tree.js'

/** More roots than this stay closed at first. */
const ROOTS_OPENED = 20

/** Which branches of the tree are open: small trees' roots at first, and always the way to the selected business. */
export function useOpenBranches(tree: BusinessTree | undefined, selectedId: number | null) {
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [shownWayTo, setShownWayTo] = useState<number | null>(null)
  const selected = selectedId === null ? undefined : tree?.byId.get(selectedId)
  if (selected && shownWayTo !== selected.id) {
    setShownWayTo(selected.id)
    setToggled(new Map([...toggled, ...ancestorsOf(selected).map(({ id }) => [id, true] as const)]))
  }
  const open = useMemo(() => {
    const ids = new Set(tree && tree.roots.length <= ROOTS_OPENED ? tree.roots.map(({ id }) => id) : [])
    for (const [id, isOpen] of toggled) {
      if (isOpen) ids.add(id)
      else ids.delete(id)
    }
    return ids
  }, [tree, toggled])
  return {
    open,
    setOpen: (id: number, isOpen: boolean) => setToggled(new Map(toggled).set(id, isOpen)),
    closeAll: () => setToggled(new Map(tree?.roots.map(({ id }) => [id, false]))),
  }
}
