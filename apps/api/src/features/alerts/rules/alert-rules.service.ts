import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../../auth/acting.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { zoneOf } from '../../../day-sums/index.js'
import { invalid } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { type Finding, ownerIn, ResourceService } from '../../../resources/index.js'
import { absent } from '../../../texts/platform.js'
import type { AlertRuleDto, CreateAlertRuleDto, UpdateAlertRuleDto } from './alert-rule.dto.js'
import { type AlertRuleRow, AlertRulesRepository } from './alert-rules.repository.js'

/**
 * Alert rules. A rule defines the condition of an alert and the users to notify. When a rule changes, the database makes a new
 * revision, ends the alerts of the former revision, and notifies the consumer process: `docs/schema/alert_rules.sql`.
 */
@Injectable()
export class AlertRulesService extends ResourceService<AlertRuleRow, AlertRuleDto> {
  @Inject(AlertRulesRepository) private readonly rules: AlertRulesRepository
  protected readonly of = 'alert-rule'
  protected readonly toDto = (row: AlertRuleRow) => toApiRow(row)
  protected readonly audited = auditedRule

  create(by: Acting, { business_id, ...body }: CreateAlertRuleDto): Promise<AlertRuleDto> {
    return this.make(by, 'alert-rule.create', async (transaction) => {
      const owner = await ownerIn(transaction, by.caller, business_id)
      const timeZone = await zoneOf(transaction, by.caller, body.tz ?? undefined)
      const id = await this.rules.add(transaction, owner, body, { userId: by.caller.userId, timeZone })
      if (id === undefined) throw invalid({ business_id: [absent('business')] })
      await this.link(transaction, id, body)
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateAlertRuleDto, ifMatch: string | null): Promise<AlertRuleDto> {
    const save = async (transaction: ScopedTransaction, { tz }: AlertRuleRow) => {
      await this.rules.save(transaction, id, body, body.tz ?? tz)
      await this.link(transaction, id, body)
    }
    return this.change(by, id, 'alert-rule.update', save, { ifMatch })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'alert-rule.delete', (transaction) => this.rules.remove(transaction, id))
  }

  private async link(transaction: ScopedTransaction, id: number, body: UpdateAlertRuleDto): Promise<void> {
    const all = [
      ['geofence_ids', 'geofence'],
      ['tag_ids', 'tag'],
      ['user_ids', 'user'],
    ] as const
    for (const [link, thing] of all) {
      if (!(await this.rules.link(transaction, id, link, body[link] ?? []))) throw invalid({ [link]: [absent(thing)] })
    }
  }

  protected find(transaction: ScopedTransaction, id: number, finding: Finding): Promise<AlertRuleRow | undefined> {
    return this.rules.findOne(transaction, id, finding)
  }
}

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ')

/** Returns the fields of a rule that the audit log records. */
const auditedRule = ({ geofences, tags, users, hours, ...row }: AlertRuleRow) => ({
  name: row.name,
  kind: row.kind,
  active: row.active,
  threshold: row.threshold,
  tell_mail: row.tell_mail,
  geofences: names(geofences),
  tags: names(tags),
  users: names(users),
  cool_down_min: row.cool_down_min,
  hours: (hours ?? []).map(({ days, from, till }) => `${days.join(',')} ${from}–${till}`).join('; '),
})
