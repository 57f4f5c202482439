import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import { told } from '../../http/told.js'
import { MaintenancePlansService } from '../maintenance/index.js'
import type { PresetDto, WritePresetDto } from './dto/preset.dto.js'
import { InstallRepository } from './install.repository.js'
import { type PresetRow, PresetsRepository, type PresetValues } from './presets.repository.js'
import { absent } from '../../texts/platform.js'
import { say } from './texts.js'

/** More than anybody looks through. */
const MAX_PRESETS = 100

/** G-51: what a person fills the form of an installation with. */
@Injectable()
export class PresetsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly presets: PresetsRepository,
    private readonly install: InstallRepository,
    private readonly plans: MaintenancePlansService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async list(caller: Caller): Promise<PresetDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.presets.findAll(transaction, caller.userId))
    return rows.map(told)
  }

  get(caller: Caller, id: number): Promise<PresetDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.preset(transaction, caller, id)))
  }

  create(by: Acting, body: WritePresetDto): Promise<PresetDto> {
    return this.onceOnly.write(by, async (transaction) => {
      if ((await this.presets.count(transaction, by.caller.userId)) >= MAX_PRESETS) {
        throw new Problem('conflict', say('too-many-presets', { max: MAX_PRESETS }))
      }
      const values = await this.checked(transaction, by.caller, body)
      const id = await takenBy(this.presets.add(transaction, by.caller.userId, values), nameTaken)
      const after = await this.preset(transaction, by.caller, id)
      await this.record(transaction, by, 'install-preset.create', id, undefined, after)
      return told(after)
    })
  }

  update(by: Acting, id: number, body: WritePresetDto): Promise<PresetDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.preset(transaction, by.caller, id)
      const values = await this.checked(transaction, by.caller, body)
      await takenBy(this.presets.save(transaction, by.caller.userId, id, values), nameTaken)
      const after = await this.preset(transaction, by.caller, id)
      await this.record(transaction, by, 'install-preset.update', id, before, after)
      return told(after)
    })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.preset(transaction, by.caller, id)
      await this.presets.delete(transaction, by.caller.userId, id)
      await this.record(transaction, by, 'install-preset.delete', id, before, undefined)
    })
  }

  private async preset(transaction: ScopedTransaction, caller: Caller, id: number): Promise<PresetRow> {
    const row = await this.presets.findOne(transaction, caller.userId, id)
    if (!row) throw notFound('preset')
    return row
  }

  /** @throws Problem 422 when it names what is not to be seen */
  private async checked(transaction: ScopedTransaction, caller: Caller, body: WritePresetDto): Promise<PresetValues> {
    const values = toValues(body)
    const { tags, tag_groups, target_group_id, business_id } = values
    if ((await this.presets.known(transaction, 'tags', tags)) < tags.length) throw invalid({ tags: [absent('tag')] })
    if ((await this.presets.known(transaction, 'tag_groups', tag_groups)) < tag_groups.length) {
      throw invalid({ tag_groups: [absent('tag-group')] })
    }
    if (target_group_id !== null && !(await this.presets.isTargetGroup(transaction, target_group_id))) {
      throw invalid({ target_group_id: [absent('target-group')] })
    }
    if (business_id !== null && (await this.install.mayInstall(transaction, business_id)) === undefined) {
      throw invalid({ business_id: [absent('business')] })
    }
    if (values.maintenance_plan_id !== null) await this.plans.assertCanBeGiven(transaction, values.maintenance_plan_id)
    if (values.auto_import) await this.presets.clearAutoImport(transaction, caller.userId)
    return values
  }

  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    id: number,
    before: PresetRow | undefined,
    after: PresetRow | undefined,
  ): Promise<void> {
    const audited = (row: PresetRow) => {
      const { tags, tag_groups, created_at: _, updated_at: __, id: ___, ...rest } = row
      return { ...rest, tags: tags.join(', '), tag_groups: tag_groups.join(', ') }
    }
    return this.audit.record(transaction, by, action, {
      type: 'install-preset',
      id,
      before: before && audited(before),
      after: after && audited(after),
    })
  }
}

const nameTaken = (constraint: string) =>
  constraint === 'install_presets_name'
    ? invalid({ name: [say('preset-name-taken')] })
    : new Problem('conflict', say('presets-changed'))

const toValues = ({ name, auto_import = false, tags = [], tag_groups = [], ...rest }: WritePresetDto): PresetValues => ({
  name,
  auto_import,
  tags,
  tag_groups,
  vehicle_type: rest.vehicle_type ?? null,
  brand: rest.brand ?? null,
  model: rest.model ?? null,
  color: rest.color ?? null,
  engine_brand: rest.engine_brand ?? null,
  engine_model: rest.engine_model ?? null,
  power_unit: rest.power_unit ?? null,
  target_group_id: rest.target_group_id ?? null,
  business_id: rest.business_id ?? null,
  maintenance_plan_id: rest.maintenance_plan_id ?? null,
})
