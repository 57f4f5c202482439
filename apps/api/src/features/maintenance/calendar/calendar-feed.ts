import { createHash, randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import ical from 'ical-generator'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { AuthenticationService } from '../../../auth/authentication.service.js'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { dayAfter, todayIn, zoneOf } from '../../../day-sums/index.js'
import { iso } from '../../../http/iso.js'
import { notFound } from '../../../http/problems.js'
import type { Locale } from '../../../texts/locale.js'
import type { MaintenanceNotificationDto } from '../notifications/dto/notification.dto.js'
import { NotificationsService } from '../notifications/notifications.service.js'
import { say } from '../texts.js'
import type { CalendarLinkDto, NewCalendarLinkDto } from './calendar-link.dto.js'
import { CalendarLinksRepository } from './calendar-links.repository.js'

/** Length of a secret in bytes (256 bits). */
const SECRET_BYTES = 32
/** Days before today that a calendar covers. The next constant is the number of days after today. */
const DAYS_BACK = 60
const DAYS_AHEAD = 400
/** Assumed duration of a service with a planned time, in milliseconds. */
const SERVICE_MS = 30 * 60_000
const REFRESH_S = 3_600

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Calendar feed of a user's maintenance. Each user has one link with a secret. The feed shows the services that the user is
 * allowed to see at the time of reading.
 */
@Injectable()
export class CalendarFeed {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly database: RequestDatabase,
    private readonly links: CalendarLinksRepository,
    private readonly authentication: AuthenticationService,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditLog,
  ) {}

  async link({ scope, userId }: Caller): Promise<CalendarLinkDto> {
    const found = await this.database.read(scope, (transaction) => this.links.find(transaction, userId))
    return { created_at: iso(found?.created_at ?? null), last_read_at: iso(found?.last_read_at ?? null) }
  }

  /** Makes a link and revokes the former one. The secret of the link is returned only this once. */
  make(by: Acting): Promise<NewCalendarLinkDto> {
    const { userId, scope, apiToken } = by.caller
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    return this.database.write(scope, async (transaction) => {
      await this.links.put(transaction, userId, { secretHash: hashOf(secret), tokenId: apiToken?.id ?? null })
      await this.audit.record(transaction, by, 'user.calendar-link', { id: userId, after: { state: 'created' } })
      const portal = this.configuration.PORTAL_URL ?? ''
      return { url: `${portal}/api/v1/calendar/maintenance.ics?token=${secret}` }
    })
  }

  revoke(by: Acting): Promise<void> {
    const { userId, scope } = by.caller
    return this.database.write(scope, async (transaction) => {
      if (!(await this.links.remove(transaction, userId))) throw notFound('calendar')
      await this.audit.record(transaction, by, 'user.calendar-link', { id: userId, after: { state: 'revoked' } })
    })
  }

  /**
   * @throws Problem 404 for a link that was revoked or never existed. The same 404 if the API token that made the link is no
   * longer valid, or if the user is not allowed to see maintenance now.
   */
  async read({ secret, isMine }: { secret: string; isMine: boolean }): Promise<string> {
    const caller = await this.ownerOf(secret)
    const { zone, today } = await this.database.read(caller.scope, async (transaction) => {
      const own = await zoneOf(transaction, caller, undefined)
      return { zone: own, today: await todayIn(transaction, own) }
    })
    const days = { from: dayAfter(today, -DAYS_BACK), till: dayAfter(today, DAYS_AHEAD), zone }
    const all = await this.notifications.coming(caller, days)
    const shown = isMine ? all.filter(({ assigned_user }) => assigned_user?.id === caller.userId) : all
    return this.calendarOf(shown, caller.locale, zone)
  }

  private async ownerOf(secret: string): Promise<Caller> {
    const found = await this.database.write('all', (transaction) => this.links.read(transaction, hashOf(secret)))
    if (!found) throw notFound('calendar')
    const apiTokenId = found.token_id ?? undefined
    const asked = { caller: { userId: found.user_id }, issuedAt: found.created_at.getTime(), apiTokenId }
    const [caller] = await this.authentication.presentCallers([asked])
    if (!caller?.permissions.has('read:information')) throw notFound('calendar')
    return caller
  }

  private calendarOf(services: readonly MaintenanceNotificationDto[], locale: Locale, zone: string): string {
    const calendar = ical({ name: say('calendar.title').in(locale), prodId: '//Roadbook//Maintenance//EN', ttl: REFRESH_S })
    const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    for (const service of services) {
      const { id, entity, plan, trigger, planned_at, due_at, left, updated_at, assigned_user, completed } = service
      const at = planned_at ?? due_at ?? left.forecast_at
      if (at === null) continue
      const start = new Date(at)
      // A due service lasts the whole day. A planned service has a time.
      const day = new Date(`${dayIn.format(start)}T00:00:00Z`)
      const plate = entity.license_plate ? ` (${entity.license_plate})` : ''
      const words = [
        plan.title,
        say(`calendar.${completed ? 'done' : planned_at ? 'planned' : due_at ? 'due' : 'expected'}`).in(locale),
      ]
      calendar.createEvent({
        id: `maintenance-${id}@roadbook`,
        ...(planned_at ? { start, end: new Date(start.getTime() + SERVICE_MS) } : { start: day, allDay: true }),
        stamp: new Date(updated_at),
        lastModified: new Date(updated_at),
        summary: `${trigger.name}: ${entity.name}${plate}`,
        description: [...words, ...(assigned_user ? [assigned_user.name] : [])].join('\n'),
        ...(this.configuration.PORTAL_URL && { url: `${this.configuration.PORTAL_URL}/notifications` }),
      })
    }
    return calendar.toString()
  }
}
