import type { Loss } from './item.js'
import type { Plan } from './plan.js'

/** Describes a plan for people: the counts, then the name of every loss. */
export function describePlan({ counts, losses, filledIn, merged, present = [] }: Plan): string[] {
  const lines = Object.entries(counts).map(
    ([kind, { found, taken }]) => `${kind.padEnd(22)}${String(found).padStart(6)} in Traccar, ${taken} taken`,
  )
  return [
    ...lines,
    ...section('Not taken, or with a loss', losses),
    ...section('In Roadbook already', present),
    ...section('Equal to another notification', merged),
    ...section('Filled in, because Traccar does not have it', filledIn),
  ]
}

const section = (title: string, losses: readonly Loss[]): string[] =>
  losses.length === 0 ? [] : ['', `${title} (${losses.length}):`, ...losses.map(describe)]

const describe = ({ kind, id, name, why, remedy }: Loss): string =>
  `  ${kind} ${id} "${name}": ${why}${remedy ? `. Remedy: ${remedy}` : ''}`
