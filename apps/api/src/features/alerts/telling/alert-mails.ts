import { isolated } from '@roadbook/contracts/isolated'
import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { isMailAddress, Mailer } from '../../../mail/index.js'
import type { Locale } from '../../../texts/locale.js'
import { say } from '../texts.js'
import type { DueMail, Reader } from './tellings.repository.js'

/** Maximum alerts named in a digest. The link in the digest leads to a list of all of them. */
const MOST_NAMED = 10
/**
 * Maximum separate mails to a user at the same time. If more alerts are due, they are combined into one mail, so that an
 * outage does not cause fifty mails.
 */
const MOST_EACH = 5
const UNITS: Partial<Record<DueMail['kind'], string>> = { speeding: 'km/h', lowBattery: '%' }

type Recipient = Reader & { locale: Locale }

/** Sends one user the mails about alerts. Several alerts may be combined in a digest. */
@Injectable()
export class AlertMails {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly mailer: Mailer,
  ) {}

  async send(transaction: ScopedTransaction, due: readonly DueMail[], reader: Recipient): Promise<void> {
    if (!isMailAddress(reader.email)) return
    const withdrawn = due.filter(({ change }) => change === 'withdrawn')
    const raised = due.filter(({ change }) => change === 'raised')
    const each = raised.filter(({ digest }) => !digest)
    const gathered = each.length > MOST_EACH ? raised : raised.filter(({ digest }) => digest)
    for (const one of [...(each.length > MOST_EACH ? [] : each), ...withdrawn]) await this.sendOne(transaction, one, reader)
    if (gathered.length > 0) await this.sendDigest(transaction, gathered, reader)
  }

  private async sendOne(transaction: ScopedTransaction, alert: DueMail, reader: Recipient): Promise<void> {
    const change = alert.change === 'withdrawn' ? 'withdrawn' : alert.late ? 'late' : 'raised'
    await this.mailer.send(transaction, {
      ...addressOf(reader),
      template: 'alert',
      values: {
        firstName: reader.first_name,
        change,
        entityName: alert.entity_name,
        businessName: alert.business_name,
        alertName: nameOf(alert, reader.locale),
        ruleName: alert.rule_name,
        beganAt: alert.began_at.toISOString(),
        link: `${this.portal}/map?${onMap(alert, reader).toString()}`,
      },
    })
  }

  private async sendDigest(transaction: ScopedTransaction, alerts: readonly DueMail[], reader: Recipient): Promise<void> {
    const named = alerts.slice(0, MOST_NAMED).map((alert) => `${isolated(alert.entity_name)} – ${nameOf(alert, reader.locale)}`)
    const alertsName = named.join('; ') + (alerts.length > MOST_NAMED ? '; …' : '')
    const values = { firstName: reader.first_name, rowCount: alerts.length, alertsName, link: `${this.portal}/alerts` }
    await this.mailer.send(transaction, { ...addressOf(reader), template: 'alerts-digest', values })
  }

  private get portal(): string {
    return this.configuration.PORTAL_URL ?? ''
  }
}

const addressOf = ({ email, locale, time_zone }: Recipient) => ({ to: email, locale, ...(time_zone && { timeZone: time_zone }) })

/**
 * Returns the query of a page in the portal. The page shows the vehicle on the day of the alert, in the recipient's time zone,
 * with the trip at the moment of the alert.
 */
function onMap({ entity_id: entity, began_at }: DueMail, { time_zone }: Recipient): URLSearchParams {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone ?? 'Europe/Amsterdam', dateStyle: 'short' }).format(began_at)
  return new URLSearchParams({ entity: String(entity), from: day, till: day, at: began_at.toISOString() })
}

/** Returns the name of an alert, for example "Leaves a geofence: Yard" or "Too fast (92 km/h)". */
function nameOf({ kind, geofence_name, value }: DueMail, locale: Locale): string {
  const word = say(`csv.kind.${kind}`).in(locale)
  const place = geofence_name === null ? '' : `: ${isolated(geofence_name)}`
  const unit = UNITS[kind]
  const measured = unit && value !== null ? ` (${new Intl.NumberFormat(locale).format(Math.round(value))} ${unit})` : ''
  return `${word}${place}${measured}`
}
