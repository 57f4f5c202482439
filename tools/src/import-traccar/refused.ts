import { canBeName, hasControlCharacter, isReadable } from '@roadbook/platform'
import type { Item, Kind, Loss } from './item.js'

/** Kinds in Traccar of the rows to make. */
const IN_TRACCAR: Readonly<Record<Kind, string>> = {
  business: 'group',
  tag: 'group',
  brand: 'brand',
  device: 'device',
  vehicle: 'device',
  installation: 'device',
  user: 'user',
  geofence: 'geofence',
  selection: 'notification',
  rule: 'notification',
  maintenance: 'maintenance',
}
/** Fields with names of people. A name must not look like an address, because names appear in mails to other people. */
const NAMES_OF_PEOPLE = new Set(['first_name', 'last_name'])

/**
 * Finds items that Roadbook would refuse, so that the trial reports them first.
 * @param intoType type of the business that takes everything
 */
export function refusedOf(items: readonly Item[], intoType: string): Loss[] {
  return [...items.flatMap(faultyTexts), ...tagsTwice(items), ...misplaced(items, intoType)]
}

const lossOf = ({ kind, sourceId, name }: Item, why: string, remedy: string): Loss => ({
  kind: IN_TRACCAR[kind],
  // The id of a rule begins with that of its notification.
  id: Number(String(sourceId).split('/')[0]) || 0,
  name,
  why: `${why}, and Roadbook refuses that`,
  remedy,
})

function faultyTexts(item: Item): Loss[] {
  return Object.entries(item.body).flatMap(([field, value]) => {
    const why = typeof value === 'string' ? textProblem(value, NAMES_OF_PEOPLE.has(field)) : undefined
    return why ? [lossOf(item, `${field} ${JSON.stringify(value)} ${why}`, 'correct it in the mapping file, or in Traccar')] : []
  })
}

function textProblem(text: string, isName: boolean): string | undefined {
  if (hasControlCharacter(text)) return 'has line ends or control characters'
  if (text !== '' && !isReadable(text)) return 'has no visible character, or one that turns the direction of reading'
  return isName && !canBeName(text) ? 'looks like an address, not like the name of a person' : undefined
}

/** Finds tags with the same name as another tag of the same business. */
function tagsTwice(items: readonly Item[]): Loss[] {
  const seen = new Set<string>()
  return items.flatMap((item) => {
    if (item.kind !== 'tag') return []
    const key = `${item.group} ${item.name.toLowerCase()}`
    const isTwice = seen.has(key)
    seen.add(key)
    return isTwice ? [lossOf(item, 'another tag has the same name', 'give it another "new_name" in the mapping file')] : []
  })
}

/** Finds businesses that cannot be placed below the business above them. */
function misplaced(items: readonly Item[], intoType: string): Loss[] {
  const businesses = items.filter(({ kind }) => kind === 'business')
  const types = new Map(businesses.map(({ sourceId, body }) => [sourceId, String(body.type)]))
  return businesses.flatMap((item) => {
    const above = item.group === null ? intoType : (types.get(item.group) ?? intoType)
    const type = String(item.body.type)
    const fits = above === 'vendor' || above === 'enterprise' || (above === 'company' && type === 'department')
    const remedy =
      item.group === null ? 'choose an enterprise with --into, or make a tag of the group' : 'correct "business_type"'
    return fits ? [] : [lossOf(item, `a ${type} stands below a ${above}`, remedy)]
  })
}
