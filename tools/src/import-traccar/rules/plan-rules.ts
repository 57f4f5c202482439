import type { AlertKind } from '@roadbook/contracts'
import type { WeekHours } from '@roadbook/alerts'
import { short } from '../attributes.js'
import type { Item, Loss } from '../item.js'
import type { AlertMapping, Mapping } from '../mapping.js'
import type { Scope } from '../scope.js'
import type { TraccarModel, TraccarNotification } from '../source/model.js'
import { hoursOf, hoursOutside } from './calendar.js'
import { causesOf, ENDINGS } from './causes.js'
import { type Selection, selectionOf } from './selection.js'
import { thresholdsOf } from './thresholds.js'

/** Things of the plan so far that rules refer to, by their ids in Traccar. */
export interface Taken {
  devices: ReadonlySet<number>
  /** Users with their business: a group, or null for the business that gets everything. */
  users: ReadonlyMap<number, { email: string; group: number | null }>
  geofences: ReadonlySet<number>
}

interface Context {
  model: TraccarModel
  mapping: Mapping
  scope: Scope
  taken: Taken
}

export interface PlannedRules {
  items: readonly Item[]
  losses: readonly Loss[]
  /** Notifications that became part of a rule for an equal notification. */
  merged: readonly Loss[]
  /** Number of notifications for which there is a rule. */
  notifications: number
  /** Calendars whose hours a rule has. */
  calendars: ReadonlySet<number>
}

/** A rule before equal rules are merged. */
interface Draft {
  notification: TraccarNotification
  item: Item
  users: readonly number[]
}

/** Plans alert rules for notifications. Equal notifications of several users of a business become one rule. */
export function planRules(context: Context): PlannedRules {
  const { model, mapping } = context
  const byId = new Map(model.notifications.map((notification) => [notification.id, notification]))
  const losses: Loss[] = []
  const calendars = new Set<number>()
  const drafts = mapping.alerts.flatMap((mapped) => {
    const notification = byId.get(mapped.id)
    if (!notification) return []
    const planner = new RulePlanner(context, notification, mapped)
    const planned = planner.drafts()
    losses.push(...planner.losses)
    if (planned.length > 0 && !mapped.ignore_calendar) calendars.add(notification.calendarId)
    return planned
  })
  for (const { id, name } of model.calendars)
    if (!calendars.has(id))
      losses.push({ kind: 'calendar', id, name, why: 'no rule has its hours', remedy: 'enter the hours at the alert rule' })
  const { items, merged } = merge(drafts, context.taken)
  return { items, losses, merged, calendars, notifications: new Set(drafts.map(({ notification }) => notification.id)).size }
}

const nameOf = ({ type, description }: TraccarNotification): string => [type, description].filter(Boolean).join(': ')

/** Merges rules that differ only in their users. The rule of the first notification remains. */
function merge(drafts: readonly Draft[], { users }: Taken): { items: Item[]; merged: Loss[] } {
  const rules = new Map<string, { first: Draft; users: Set<number> }>()
  const merged = new Map<string, Loss>()
  for (const draft of drafts) {
    const { name: _name, ...body } = draft.item.body
    const { tagged, ...links } = draft.item.links!
    const key = JSON.stringify([draft.item.group, body, links, tagged?.devices])
    const rule = rules.get(key)
    if (!rule) {
      rules.set(key, { first: draft, users: new Set(draft.users) })
      continue
    }
    for (const user of draft.users) rule.users.add(user)
    const [{ id }, first] = [draft.notification, rule.first.notification.id]
    if (id !== first) {
      const why = `becomes part of the rule of notification ${first}`
      merged.set(`${id} ${first}`, { kind: 'notification', id, name: nameOf(draft.notification), why })
    }
  }
  const items = [...rules.values()].map(({ first: { item }, users: ids }): Item => {
    const recipients = [...ids].toSorted((a, b) => a - b).map((id) => ({ id, email: users.get(id)!.email }))
    return { ...item, links: { ...item.links!, users: recipients } }
  })
  return { items, merged: [...merged.values()] }
}

/** Ways of Traccar to send a notification that Roadbook has, too: mail, and the web page, which is the bell here. */
const WAYS = new Set(['mail', 'web'])
/** Attributes of a notification that its rules use. */
const USED = new Set(['alarms', 'geofenceIds'])
const MAX_NAMED = 200

/** Plans the rules for one notification. */
class RulePlanner {
  readonly losses: Loss[] = []

  constructor(
    private readonly context: Context,
    private readonly notification: TraccarNotification,
    private readonly mapped: AlertMapping,
  ) {}

  drafts(): Draft[] {
    const { notification, mapped } = this
    if (!mapped.take) return this.lose('the mapping file does not take it', 'set "take" to true')
    const hours = this.hours()
    if (typeof hours === 'string')
      return this.lose(hours, 'set "ignore_calendar" to true for a rule that is always active, and enter the hours in the portal')
    const { kinds, lost } = causesOf(notification, hours !== undefined)
    for (const { why, remedy } of lost) this.lose(why, remedy)
    if (kinds.length === 0) return []
    this.noteDifferences()
    return [...this.recipients()].flatMap(([group, { vehicles, users }]) =>
      kinds.flatMap((kind) => this.rulesOf(kind, { group, vehicles, users, hours, isOne: kinds.length === 1 })),
    )
  }

  /** Names a loss. A loss that concerns several businesses is named once. */
  private lose(why: string, remedy?: string): [] {
    const { notification } = this
    if (this.losses.some((loss) => loss.why === why)) return []
    this.losses.push({ kind: 'notification', id: notification.id, name: nameOf(notification), why, ...(remedy && { remedy }) })
    return []
  }

  /** Returns the hours at which the notification applies, undefined for always, or the reason why they are unknown. */
  private hours(): WeekHours | string | undefined {
    const { calendarId } = this.notification
    if (calendarId === 0 || this.mapped.ignore_calendar) return undefined
    const calendar = this.context.model.calendars.find(({ id }) => id === calendarId)
    if (!calendar) return `its calendar ${calendarId} does not exist`
    const hours = hoursOf(calendar.ical)
    return typeof hours === 'string' ? `its calendar "${calendar.name}" is more than hours of a week: ${hours}` : hours
  }

  /** Names ways of sending and attributes that the rules do not have. */
  private noteDifferences(): void {
    const { notificators, attributes } = this.notification
    const others = notificators.filter((way) => !WAYS.has(way))
    const ways = [...(this.mapped.mail === 'never' ? [] : ['mail']), ...(this.hasBell() ? ['the bell of the portal'] : [])]
    if (others.length > 0) this.lose(`Roadbook does not send it by ${others.join(', ')}; the rule uses ${ways.join(' and ')}`)
    for (const [key, value] of Object.entries(attributes))
      if (!USED.has(key)) this.lose(`attribute ${key} = ${short(value)} has no field here`)
  }

  /**
   * Returns whether the rule uses the bell of the portal. The bell shows what Traccar shows on its web page. It also replaces
   * the ways that Roadbook does not have.
   */
  private hasBell(): boolean {
    return this.notification.notificators.some((way) => way !== 'mail') || this.mapped.mail === 'never'
  }

  /**
   * Returns the vehicles and users by business. A user is informed about the vehicles of a rule that they may see: the mail
   * and the inbox of Roadbook check this.
   */
  private recipients(): Map<number | null, { vehicles: Set<number> | null; users: number[] }> {
    const { model, scope, taken } = this.context
    const { id, always } = this.notification
    const linked = scope.linkedTo('notification', id)
    const found = new Map<number | null, { vehicles: Set<number> | null; users: number[] }>()
    const ids = model.links.filter((link) => link.from === 'user' && link.to === 'notification' && link.toId === id)
    const missing: string[] = []
    for (const { fromId: userId } of ids) {
      const user = taken.users.get(userId)
      if (!user) {
        const of = model.users.find((one) => one.id === userId)
        if (of && !of.disabled) missing.push(of.email)
        continue
      }
      const seen = [...scope.seenBy(userId)].filter((device) => taken.devices.has(device))
      const vehicles = always ? seen : seen.filter((device) => linked.has(device))
      if (vehicles.length === 0) {
        this.lose(`no imported vehicle for which it informs ${user.email} in Traccar`)
        continue
      }
      const group = always ? user.group : scope.businessOf(vehicles)
      this.noteSight({ email: user.email, group: user.group, vehicles, always })
      const known = found.get(group) ?? { vehicles: always ? null : new Set<number>(), users: [] }
      for (const device of vehicles) known.vehicles?.add(device)
      known.users.push(userId)
      found.set(group, known)
    }
    if (missing.length > 0)
      this.lose(`does not inform ${missing.join(', ')}, who ${missing.length === 1 ? 'is' : 'are'} not imported`)
    if (found.size === 0 && this.losses.length === 0)
      this.lose('it is linked to no user who is not disabled, so it informs nobody in Traccar either')
    return found
  }

  /** Names the vehicles that a user may see in one of the systems only. */
  private noteSight({
    email,
    group,
    vehicles,
    always,
  }: {
    email: string
    group: number | null
    vehicles: readonly number[]
    always: boolean
  }): void {
    const { scope, taken } = this.context
    const may = scope.vehiclesOf(group)
    const unseen = vehicles.filter((device) => !may.has(device)).length
    if (unseen > 0)
      this.lose(
        `${email} may not see ${counted(unseen)} of it in Roadbook, and is not informed about ${unseen === 1 ? 'it' : 'them'}`,
      )
    const more = always ? [...may].filter((device) => taken.devices.has(device) && !vehicles.includes(device)).length : 0
    if (more > 0) this.lose(`informs ${email} also about ${counted(more)} that they do not see in Traccar`)
  }

  private rulesOf(
    kind: AlertKind,
    rule: { group: number | null; vehicles: Set<number> | null; users: number[]; hours: WeekHours | undefined; isOne: boolean },
  ): Draft[] {
    const { scope, taken } = this.context
    const { group, hours } = rule
    const devices = [...(rule.vehicles ?? scope.vehiclesOf(group))].filter((id) => taken.devices.has(id))
    const active = kind === 'outsideHours' && hours ? hoursOutside(hours) : hours
    if (kind === 'outsideHours' && !active)
      return this.lose('its calendar has all hours of the week, so each move would be reported')
    const { classes, lost } = thresholdsOf(kind, devices, {
      ...this.context,
      notification: this.notification,
      mapped: this.mapped,
    })
    for (const why of lost) this.lose(why.why, why.remedy)
    return classes.flatMap(({ threshold, devices: of, geofences: limits, ending }) => {
      const geofences = limits ?? (kind === 'entry' || kind === 'exit' ? this.geofences(of) : [])
      if (!geofences) return []
      const isAll = rule.vehicles === null && of.length === devices.length
      const selection: Selection = isAll ? { groups: [] } : this.selection(new Set(of), group)
      const endings = [...(rule.isOne ? [] : [ENDINGS[kind]]), ...(ending ? [ending] : [])].join(', ')
      const name = endings ? `${this.mapped.name}: ${endings}`.slice(0, 100) : this.mapped.name
      return [this.draft({ kind, name, group, threshold, geofences, selection, hours: active, users: rule.users, ending })]
    })
  }

  private selection(vehicles: ReadonlySet<number>, group: number | null): Selection {
    const { mapping, scope, taken } = this.context
    const tags = new Set(mapping.groups.filter(({ as }) => as === 'tag').map(({ id }) => id))
    return selectionOf(vehicles, group, { scope, tags, devices: taken.devices })
  }

  /** Returns the geofences that Traccar watches for these vehicles, or undefined if there are none. */
  private geofences(devices: readonly number[]): number[] | undefined {
    const { model, scope, taken } = this.context
    const { geofenceIds } = this.notification.attributes
    const ids = new Set(typeof geofenceIds === 'string' ? geofenceIds.split(',').filter(Boolean).map(Number) : [])
    const watched = model.geofences
      .filter(({ id }) => ids.size === 0 || ids.has(id))
      .map(({ id, name }) => ({ id, name, of: scope.linkedTo('geofence', id) }))
      .filter(({ of }) => devices.some((device) => of.has(device)))
    const missing = watched.filter(({ id }) => !taken.geofences.has(id))
    if (missing.length > 0) this.lose(`does not report ${names(missing)}, because the geofence is not imported`)
    const found = watched.filter(({ id }) => taken.geofences.has(id))
    if (found.length === 0) {
      this.lose('no imported geofence is linked to its vehicles or their groups, so it reports nothing in Traccar either')
      return undefined
    }
    if (found.length > MAX_NAMED) {
      this.lose(`applies to all geofences, because a rule names at most ${MAX_NAMED}`)
      return []
    }
    const wider = found.filter(({ of }) => !devices.every((device) => of.has(device)))
    if (wider.length > 0) this.lose(`reports ${names(wider)} for all vehicles of the rule; in Traccar only for some of them`)
    return found.map(({ id }) => id)
  }

  private draft(rule: {
    kind: AlertKind
    name: string
    group: number | null
    threshold: number | undefined
    geofences: readonly number[]
    selection: Selection
    hours: WeekHours | undefined
    users: readonly number[]
    ending: string | undefined
  }): Draft {
    const { notification, mapped } = this
    const { kind, name, group, threshold, geofences, selection, hours, users } = rule
    const sourceId = [notification.id, kind, group ?? 'all', ...(rule.ending ? [rule.ending] : [])].join('/')
    return {
      notification,
      users,
      item: {
        kind: 'rule',
        sourceId,
        name,
        group,
        body: {
          name,
          kind,
          ...(threshold !== undefined && { threshold }),
          ...(hours && { hours: hours.spans, tz: hours.timeZone }),
          tell_bell: this.hasBell(),
          tell_mail: mapped.mail,
        },
        links: {
          users: [],
          geofences,
          groups: selection.groups,
          ...(selection.tagged && {
            tagged: { name: `${name.slice(0, 80)} (Traccar ${notification.id})`, devices: selection.tagged },
          }),
        },
      },
    }
  }
}

const counted = (vehicles: number): string => `${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`
const names = (things: readonly { name: string }[]): string => things.map(({ name }) => `"${name}"`).join(', ')
