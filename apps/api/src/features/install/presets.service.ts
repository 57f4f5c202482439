import { Inject, Injectable } from '@nestjs/common'
import { type Finding, ResourceService } from '../../resources/index.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { MaintenancePlansService } from '../maintenance/index.js'
import { SubscriptionsService } from '../subscriptions/index.js'
import type { PresetDto, WritePresetDto } from './dto/preset.dto.js'
import { InstallRepository } from './install.repository.js'
import { type PresetRow, PresetsRepository, type PresetValues } from './presets.repository.js'
import { absent } from '../../texts/platform.js'
import { say } from './texts.js'

/** Maximum presets of a user. Users do not look through more. */
const MAX_PRESETS = 100

/** Presets for filling the installation form (G-51). */
@Injectable()
export class PresetsService extends ResourceService<PresetRow, PresetDto> {
  @Inject(PresetsRepository) private readonly presets: PresetsRepository
  @Inject(InstallRepository) private readonly install: InstallRepository
  @Inject(MaintenancePlansService) private readonly plans: MaintenancePlansService
  @Inject(SubscriptionsService) private readonly catalogue: SubscriptionsService
  protected readonly thing = 'preset'
  protected readonly toDto = (row: PresetRow) => toApiRow(row)
  protected readonly audited = ({ tags, tag_groups, created_at: _, updated_at: __, id: ___, ...rest }: PresetRow) => {
    return { ...rest, tags: tags.join(', '), tag_groups: tag_groups.join(', ') }
  }

  async list(caller: Caller): Promise<PresetDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.presets.findAll(transaction, caller.userId))
    return rows.map(toApiRow)
  }

  create(by: Acting, body: WritePresetDto): Promise<PresetDto> {
    return this.make(by, 'install-preset.create', async (transaction) => {
      if ((await this.presets.count(transaction, by.caller.userId)) >= MAX_PRESETS) {
        throw new Problem('conflict', say('too-many-presets', { max: MAX_PRESETS }))
      }
      const values = await this.checked(transaction, by.caller, body)
      return takenBy(this.presets.add(transaction, by.caller.userId, values), nameTaken)
    })
  }

  update(by: Acting, id: number, body: WritePresetDto): Promise<PresetDto> {
    return this.change(by, id, 'install-preset.update', async (transaction) => {
      const values = await this.checked(transaction, by.caller, body)
      await takenBy(this.presets.save(transaction, by.caller.userId, id, values), nameTaken)
    })
  }

  delete(by: Acting, id: number): Promise<void> {
    const { userId } = by.caller
    return this.remove(by, id, 'install-preset.delete', (transaction) => this.presets.delete(transaction, userId, id))
  }

  protected find(transaction: ScopedTransaction, id: number, { caller }: Finding): Promise<PresetRow | undefined> {
    return this.presets.findOne(transaction, caller.userId, id)
  }

  /**
   * Leaves out the preset's business. That business only fills the form. The preset itself belongs to its author, not to that
   * business.
   */
  protected override about({ id }: PresetRow) {
    return { id }
  }

  /** @throws Problem 422 when the preset refers to something out of scope */
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
    if (values.subscription_id !== null) await this.catalogue.assertSeen(transaction, values.subscription_id)
    if (values.auto_import) await this.presets.clearAutoImport(transaction, caller.userId)
    return values
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
  subscription_id: rest.subscription_id ?? null,
})
