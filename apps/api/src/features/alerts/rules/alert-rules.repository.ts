import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { cell, code, fact, id, number, text, time } from '../../../lists/columns.js'
import { defineList, type Key } from '../../../lists/list.js'
import type { Finding } from '../../../resources/index.js'
import { seenAlerts } from '../inbox/alert-list.js'
import texts from '../texts.json' with { type: 'json' }
import { AlertRuleDto, type UpdateAlertRuleDto } from './alert-rule.dto.js'

export type AlertRuleRow = RowOf<AlertRuleDto>

const FROM = sql`FROM alert_rules r JOIN businesses b ON b.id = r.business_id`
const seen = (transaction: ScopedTransaction): Sql => sql`r.deleted_at IS NULL AND ${transaction.within(sql`r.business_id`)}`

/** Selects the names of the rows that a rule is linked to. */
const named = (from: Sql, name: Sql) =>
  sql`(SELECT coalesce(json_agg(json_build_object('id', x.id, 'name', ${name}) ORDER BY in_order(${name}), x.id), '[]') ${from})`

const alertRuleRows = (transaction: ScopedTransaction, ids: readonly Key[], caller: Caller): Sql => sql`
  SELECT r.id, r.name, r.business_id, b.name AS business_name, r.kind, r.active, r.threshold, r.lasting_s, r.hours, r.time_zone AS tz,
    ${named(
      sql`FROM alert_rule_geofences l JOIN geofences x ON x.id = l.geofence_id AND x.deleted_at IS NULL
        AND ${transaction.within(sql`x.business_id`)} WHERE l.rule_id = r.id`,
      sql`x.name`,
    )} AS geofences,
    ${named(
      sql`FROM alert_rule_tags l JOIN tags x ON x.id = l.tag_id AND x.deleted_at IS NULL
        AND (x.business_id IS NULL OR ${transaction.within(sql`x.business_id`)}) WHERE l.rule_id = r.id`,
      sql`x.name`,
    )} AS tags,
    ${named(
      sql`FROM alert_rule_users l JOIN users x ON x.id = l.user_id AND x.deleted_at IS NULL
        AND ${transaction.within(sql`x.business_id`)} WHERE l.rule_id = r.id`,
      sql`concat_ws(' ', x.first_name, x.last_name)`,
    )} AS users,
    r.tell_bell, r.tell_mail, to_char(r.quiet_from, 'HH24:MI') AS quiet_from, to_char(r.quiet_till, 'HH24:MI') AS quiet_till,
    r.cool_down_min,
    (SELECT count(*)::int FROM alerts a JOIN entities e ON e.id = a.entity_id LEFT JOIN entity_privacy p ON p.entity_id = a.entity_id
      WHERE a.rule_id = r.id AND a.acknowledged_at IS NULL AND a.withdrawn_at IS NULL AND ${seenAlerts(transaction, caller)}) AS open_count,
    r.created_at, r.updated_at
  ${FROM} WHERE ${seen(transaction)} AND r.id = ANY (${[...ids]}::int[])`

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ') || null

/** Alert rules in scope. Aliases: r rule, b its business. */
export const ALERT_RULE_LIST = defineList<AlertRuleRow, AlertRuleDto>({
  name: 'alert-rules',
  objectType: 'alert-rule',
  plural: 'alert rules',
  permission: 'read:map',
  description: 'Lists the alert rules that the caller may see.',
  dto: AlertRuleDto,
  toDto: toApiRow,
  texts,
  key: sql`r.id`,
  from: FROM,
  where: seen,
  rows: alertRuleRows,
  columns: {
    id: id(sql`r.id`, { order: true }),
    name: text(sql`r.name`, { isPlain: true, csv: 'name' }),
    kind: code(sql`r.kind`, { csv: 'kind', isWord: true }),
    active: fact(sql`r.active`, { csv: ({ active }) => (active ? 'yes' : 'no'), isWord: true }),
    business_id: id(sql`r.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    threshold: number(sql`r.threshold`, { csv: 'threshold' }),
    geofences: cell(({ geofences }) => names(geofences)),
    tags: cell(({ tags }) => names(tags)),
    users: cell(({ users }) => names(users)),
    tell_mail: code(sql`r.tell_mail`, { csv: 'tell_mail', isWord: true }),
    cool_down_min: number(sql`r.cool_down_min`, { csv: 'cool_down_min' }),
    open_count: cell('open_count'),
    created_at: time(sql`r.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`r.updated_at`),
  },
})

/** Links of a rule: the link table, its column, and a query for the rows that may be linked. Alias: x the linked row. */
const LINKS = {
  geofence_ids: (transaction: ScopedTransaction) => ({
    links: sql`alert_rule_geofences`,
    column: sql`geofence_id`,
    from: sql`geofences x WHERE x.deleted_at IS NULL AND ${transaction.within(sql`x.business_id`)}`,
  }),
  tag_ids: (transaction: ScopedTransaction) => ({
    links: sql`alert_rule_tags`,
    column: sql`tag_id`,
    from: sql`tags x WHERE x.deleted_at IS NULL AND (x.business_id IS NULL OR ${transaction.within(sql`x.business_id`)})`,
  }),
  user_ids: (transaction: ScopedTransaction) => ({
    links: sql`alert_rule_users`,
    column: sql`user_id`,
    from: sql`users x WHERE x.deleted_at IS NULL AND ${transaction.within(sql`x.business_id`)}`,
  }),
}
export type Link = keyof typeof LINKS

@Injectable()
export class AlertRulesRepository {
  async findOne(
    transaction: ScopedTransaction,
    id: number,
    { caller, isLocked = false }: Finding,
  ): Promise<AlertRuleRow | undefined> {
    if (isLocked)
      await transaction.rows(sql`SELECT r.id FROM alert_rules r WHERE r.id = ${id} AND ${seen(transaction)} FOR UPDATE`)
    return transaction.row<AlertRuleRow>(alertRuleRows(transaction, [id], caller))
  }

  /** @returns the new id; undefined when the business is not in scope */
  async add(
    transaction: ScopedTransaction,
    businessId: number,
    body: UpdateAlertRuleDto,
    { userId, timeZone }: { userId: number; timeZone: string },
  ): Promise<number | undefined> {
    const values = valuesOf(body)
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO alert_rules (business_id, name, kind, active, threshold, lasting_s,
        hours, time_zone, tell_bell, tell_mail, quiet_from, quiet_till, cool_down_min, created_by)
      SELECT b.id, ${body.name}, ${body.kind}, ${values.active}::boolean, ${values.threshold}::int, ${values.lastingS}::int,
        ${values.hours}::jsonb, ${timeZone}, ${values.tellBell}::boolean, ${values.tellMail}, ${values.quietFrom}::time,
        ${values.quietTill}::time, ${values.coolDownMin}::int, ${userId}::int
      FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} RETURNING id`)
    return added?.id
  }

  async save(transaction: ScopedTransaction, id: number, body: UpdateAlertRuleDto, timeZone: string): Promise<void> {
    const values = valuesOf(body)
    await transaction.rows(sql`UPDATE alert_rules r SET name = ${body.name}, kind = ${body.kind}, active = ${values.active}::boolean,
        threshold = ${values.threshold}::int, lasting_s = ${values.lastingS}::int, hours = ${values.hours}::jsonb, time_zone = ${timeZone},
        tell_bell = ${values.tellBell}::boolean, tell_mail = ${values.tellMail}, quiet_from = ${values.quietFrom}::time,
        quiet_till = ${values.quietTill}::time, cool_down_min = ${values.coolDownMin}::int, updated_at = clock_timestamp()
      WHERE r.id = ${id} AND ${transaction.within(sql`r.business_id`)}`)
  }

  /**
   * Replaces the links of a rule. Links that stay are not written again, because each written link makes a new revision of
   * the rule.
   * @returns whether all of the ids may be linked
   */
  async link(transaction: ScopedTransaction, ruleId: number, link: Link, ids: readonly number[]): Promise<boolean> {
    const { links, column, from } = LINKS[link](transaction)
    if (!(await this.mayLink(transaction, link, ids))) return false
    const wanted = sql`${[...ids]}::int[]`
    await transaction.rows(sql`DELETE FROM ${links} l USING alert_rules r
      WHERE r.id = l.rule_id AND ${transaction.within(sql`r.business_id`)} AND r.id = ${ruleId} AND NOT l.${column} = ANY (${wanted})`)
    await transaction.rows(sql`INSERT INTO ${links} (rule_id, ${column}) SELECT ${ruleId}::int, x.id FROM ${from} AND x.id = ANY (${wanted})
      ON CONFLICT DO NOTHING`)
    return true
  }

  /** Returns whether a rule of the caller may be linked to all of these ids. */
  async mayLink(transaction: ScopedTransaction, link: Link, ids: readonly number[]): Promise<boolean> {
    const { from } = LINKS[link](transaction)
    const known = await transaction.row<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ${from} AND x.id = ANY (${[...ids]}::int[])`,
    )
    return known?.count === ids.length
  }

  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE alert_rules r SET active = false, deleted_at = now(), updated_at = clock_timestamp()
      WHERE r.id = ${id} AND ${transaction.within(sql`r.business_id`)}`)
  }
}

const valuesOf = (body: UpdateAlertRuleDto) => ({
  active: body.active ?? true,
  threshold: body.threshold ?? null,
  lastingS: body.lasting_s ?? 0,
  hours: body.hours ? JSON.stringify(body.hours.map(({ days, from, till }) => ({ days, from, till }))) : null,
  tellBell: body.tell_bell ?? true,
  tellMail: body.tell_mail ?? 'never',
  quietFrom: body.quiet_from ?? null,
  quietTill: body.quiet_till ?? null,
  coolDownMin: body.cool_down_min ?? 0,
})
