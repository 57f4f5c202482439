import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, day, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { DocumentType } from '../../photos/index.js'
import { inMajorUnits } from '../../money/index.js'
import { InsuranceDto, type UpdateInsuranceDto } from './dto/insurance.dto.js'
import texts from './texts.json' with { type: 'json' }

export type InsuranceRow = RowOf<InsuranceDto>

const insuranceRows = (transaction: ScopedTransaction, which: Sql): Sql => sql`
  SELECT x.id, x.entity_id, e.name AS entity_name, e.business_id, b.name AS business_name, x.insurer, x.policy_number, x.coverage,
    x.state, x.starts_on::text AS starts_on, x.ends_on::text AS ends_on, x.insured_value_minor, x.currency, x.created_at, x.updated_at,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'media_type', d.media_type,
        'bytes', octet_length(d.content), 'sha256', encode(d.sha256, 'hex')) ORDER BY d.id), '[]')
      FROM insurance_documents d WHERE d.insurance_id = x.id) AS documents
  FROM insurance_states x JOIN entities e ON e.id = x.entity_id JOIN businesses b ON b.id = e.business_id
  WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} AND ${which}`

/** The list of insurances of vehicles in scope (R-325). Aliases: x insurance, e vehicle, b its business. */
export const INSURANCE_LIST = defineList<InsuranceRow, InsuranceDto>({
  name: 'insurances',
  objectType: 'insurance',
  plural: 'insurances',
  permission: 'read:information',
  description: 'Lists insurance of the vehicles that the caller may see, including insurance that has ended.',
  dto: InsuranceDto,
  toDto: toApiRow,
  texts,
  portalPath: '/information?tab=insurance',
  key: sql`x.id`,
  from: sql`FROM insurance_states x JOIN entities e ON e.id = x.entity_id`,
  joins: () => [{ aliases: ['b'], join: sql`JOIN businesses b ON b.id = e.business_id` }],
  where: (transaction) => sql`e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`,
  rows: (transaction, keys: readonly Key[]) => insuranceRows(transaction, sql`x.id = ANY (${[...keys]}::int[])`),
  columns: {
    id: id(sql`x.id`, { order: true }),
    entity_id: id(sql`x.entity_id`),
    entity_name: text(sql`e.name`, { isPlain: true, csv: 'entity_name' }),
    business_id: id(sql`e.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    insurer: text(sql`x.insurer`, { isPlain: true, csv: 'insurer' }),
    policy_number: text(sql`x.policy_number`, { isPlain: true, csv: 'policy_number' }),
    coverage: code(sql`x.coverage`, { csv: 'coverage', isWord: true }),
    state: code(sql`x.state`, { csv: 'state', isWord: true }),
    starts_on: day(sql`x.starts_on`, { csv: 'starts_on' }),
    ends_on: day(sql`x.ends_on`, { csv: 'ends_on' }),
    insured_value_minor: number(sql`x.insured_value_minor`, {
      csv: ({ insured_value_minor: value, currency }) =>
        value === null || currency === null ? null : inMajorUnits(value, currency),
    }),
    currency: code(sql`x.currency`, { csv: 'currency' }),
    documents_count: cell(({ documents }) => documents.length),
    created_at: time(sql`x.created_at`),
    updated_at: time(sql`x.updated_at`),
  },
})

@Injectable()
export class InsurancesRepository {
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<InsuranceRow | undefined> {
    if (isLocked) await transaction.rows(sql`SELECT x.id FROM insurances x WHERE x.id = ${id} FOR UPDATE`)
    return transaction.row<InsuranceRow>(insuranceRows(transaction, sql`x.id = ${id}`))
  }

  /** Returns all insurances of a vehicle, newest first; undefined when there is no such vehicle. */
  async ofEntity(transaction: ScopedTransaction, entityId: number): Promise<InsuranceRow[] | undefined> {
    const entity = await transaction.row(sql`SELECT e.id FROM entities e
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
    if (!entity) return undefined
    return transaction.rows<InsuranceRow>(
      sql`${insuranceRows(transaction, sql`x.entity_id = ${entityId}`)} ORDER BY x.starts_on DESC, x.id DESC`,
    )
  }

  /** @returns the new id; undefined when there is no such vehicle */
  async add(
    transaction: ScopedTransaction,
    entityId: number,
    insurance: UpdateInsuranceDto,
    createdBy: number,
  ): Promise<number | undefined> {
    const { ends_on = null } = insurance
    const insured = insuredOf(insurance)
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO insurances
        (entity_id, insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency, created_by)
      SELECT e.id, ${insurance.insurer}, ${insurance.policy_number}, ${insurance.coverage}, ${insurance.starts_on}::date, ${ends_on}::date,
        ${insured.value}::int, ${insured.currency}::text, ${createdBy}::int
      FROM entities e WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} RETURNING id`)
    return added?.id
  }

  async save(transaction: ScopedTransaction, id: number, insurance: UpdateInsuranceDto): Promise<void> {
    const { ends_on = null } = insurance
    const insured = insuredOf(insurance)
    await transaction.rows(sql`UPDATE insurances x SET insurer = ${insurance.insurer}, policy_number = ${insurance.policy_number},
        coverage = ${insurance.coverage}, starts_on = ${insurance.starts_on}::date, ends_on = ${ends_on}::date,
        insured_value_minor = ${insured.value}::int, currency = ${insured.currency}::text, updated_at = clock_timestamp()
      FROM entities e WHERE x.id = ${id} AND e.id = x.entity_id AND ${transaction.within(sql`e.business_id`)}`)
  }

  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM insurances x USING entities e
      WHERE x.id = ${id} AND e.id = x.entity_id AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** Returns the insurers in use in scope, ordered by name. */
  insurers(transaction: ScopedTransaction): Promise<{ name: string }[]> {
    return transaction.rows(sql`SELECT min(x.insurer) AS name FROM insurances x JOIN entities e ON e.id = x.entity_id
      WHERE ${transaction.within(sql`e.business_id`)} GROUP BY in_order(x.insurer) ORDER BY in_order(x.insurer) LIMIT 200`)
  }

  async addDocument(
    transaction: ScopedTransaction,
    insuranceId: number,
    { name, type, content }: { name: string; type: DocumentType; content: Buffer },
  ): Promise<void> {
    await transaction.rows(sql`INSERT INTO insurance_documents (insurance_id, name, media_type, content)
      SELECT x.id, ${name}, ${type}, ${content}::bytea FROM insurances x JOIN entities e ON e.id = x.entity_id
      WHERE x.id = ${insuranceId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  findDocument(
    transaction: ScopedTransaction,
    insuranceId: number,
    id: number,
  ): Promise<{ name: string; media_type: DocumentType; content: Buffer } | undefined> {
    return transaction.row(sql`SELECT d.name, d.media_type, d.content FROM insurance_documents d
      JOIN insurances x ON x.id = d.insurance_id
      JOIN entities e ON e.id = x.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      WHERE d.id = ${id} AND x.id = ${insuranceId}`)
  }

  async removeDocument(transaction: ScopedTransaction, insuranceId: number, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM insurance_documents d USING insurances x, entities e
      WHERE d.id = ${id} AND x.id = ${insuranceId} AND x.id = d.insurance_id AND e.id = x.entity_id
        AND ${transaction.within(sql`e.business_id`)}`)
  }
}

/** Returns the value and currency to store. Without a value, no currency is stored. */
const insuredOf = ({ insured_value_minor: value = null, currency = null }: UpdateInsuranceDto) => ({
  value,
  currency: value === null ? null : currency,
})
