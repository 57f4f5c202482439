import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { ResourceRoutes } from '../../resources/index.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { PresetDto, PresetOptionDto, WritePresetDto } from './dto/preset.dto.js'
import { PresetsService } from './presets.service.js'

@ApiTags('Install')
@Controller()
export class PresetsController extends ResourceRoutes(PresetsService, {
  of: 'preset',
  model: PresetDto,
  path: 'install-devices/presets',
  reads: 'create:entity',
  writes: 'create:entity',
  create: { body: WritePresetDto, problems: [409] },
  update: { body: WritePresetDto, isBlind: true, description: 'What is absent is no part of it any more', problems: [409] },
  delete: {},
}) {
  @Get('install-devices/presets')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'One’s own, by name' })
  @AnswersAll(PresetDto)
  async list(@CurrentCaller() caller: Caller) {
    return { data: await this.service.list(caller) }
  }

  @Get('dropdown/entities/presets')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'One’s own, to choose from' })
  @AnswersAll(PresetOptionDto)
  async options(@CurrentCaller() caller: Caller) {
    const presets = await this.service.list(caller)
    return { data: presets.map(({ id, name, auto_import }) => ({ id, name, auto_import })) }
  }
}
