import type { Item, Kind } from '../item.js'
import type { Ledger } from '../ledger.js'

const NAMES: Partial<Record<Kind, string>> = { rule: 'alert rules', maintenance: 'maintenance plans' }

/**
 * Describes the alert rules and maintenance plans that an earlier run made, in one line for each kind. A further run changes
 * none of them, even if the plan now has more vehicles or users for them.
 */
export function keptAsMade(items: readonly Item[], ledger: Pick<Ledger, 'idOf'> | undefined): string[] {
  return Object.entries(NAMES).flatMap(([kind, name]) => {
    const kept = items.filter((item) => item.kind === kind && ledger?.idOf(item.kind, item.sourceId) !== undefined).length
    return kept === 0
      ? []
      : [
          `${kept} ${name} stay as an earlier run made them: vehicles, users and settings that came later are not added. Remedy: edit them in the portal, or undo the import and import again`,
        ]
  })
}
