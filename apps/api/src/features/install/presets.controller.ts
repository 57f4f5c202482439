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
  thing: 'preset',
  singular: 'an installation preset',
  model: PresetDto,
  path: 'install-devices/presets',
  reads: 'create:entity',
  writes: 'create:entity',
  create: {
    body: WritePresetDto,
    problems: [409],
    description: 'Saves field values with which installations begin. A preset belongs to the caller.',
  },
  update: {
    body: WritePresetDto,
    isBlind: true,
    description: 'Replaces the preset. Fields left out of the body are removed from it.',
    problems: [409],
  },
  delete: { description: 'Deletes one of the own presets of the caller.' },
}) {
  @Get('install-devices/presets')
  @RequirePermission('create:entity')
  @ApiOperation({ summary: 'List your installation presets', description: 'Lists the own presets of the caller, by name.' })
  @AnswersAll(PresetDto)
  async list(@CurrentCaller() caller: Caller) {
    return { data: await this.service.list(caller) }
  }

  @Get('dropdown/entities/presets')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'List installation presets to choose from',
    description: 'Lists the own presets of the caller, with id and name.',
  })
  @AnswersAll(PresetOptionDto)
  async options(@CurrentCaller() caller: Caller) {
    const presets = await this.service.list(caller)
    return { data: presets.map(({ id, name, auto_import }) => ({ id, name, auto_import })) }
  }
}
