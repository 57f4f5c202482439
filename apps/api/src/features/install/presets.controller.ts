import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import type { One } from '../../http/page.dto.js'
import { Creates, Deletes } from '../../http/routes.decorator.js'
import { PresetDto, PresetOptionDto, WritePresetDto } from './dto/preset.dto.js'
import { PresetsService } from './presets.service.js'

@ApiTags('Install')
@Controller()
export class PresetsController {
  constructor(private readonly presets: PresetsService) {}

  @Get('install-devices/presets')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'One’s own, by name' })
  @AnswersAll(PresetDto)
  async list(@CurrentCaller() caller: Caller): Promise<{ data: PresetDto[] }> {
    return { data: await this.presets.list(caller) }
  }

  @Get('dropdown/entities/presets')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'One’s own, to choose from' })
  @AnswersAll(PresetOptionDto)
  async options(@CurrentCaller() caller: Caller): Promise<{ data: PresetOptionDto[] }> {
    const presets = await this.presets.list(caller)
    return { data: presets.map(({ id, name, auto_import }) => ({ id, name, auto_import })) }
  }

  @Post('install-devices/presets')
  @RequirePermission('create:entity')
  @Creates(PresetDto, 409)
  async create(@By() by: Acting, @Body() body: WritePresetDto): Promise<One<PresetDto>> {
    return { data: await this.presets.create(by, body) }
  }

  @Get('install-devices/presets/:id')
  @RequirePermission('create:entity')
  @AnswersOne(PresetDto)
  async get(@CurrentCaller() caller: Caller, @PathId('preset') id: number): Promise<One<PresetDto>> {
    return { data: await this.presets.get(caller, id) }
  }

  @Put('install-devices/presets/:id')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'What is absent is no part of it any more' })
  @AnswersOne(PresetDto)
  @AnswersProblems(400, 409, 422)
  async update(@By() by: Acting, @PathId('preset') id: number, @Body() body: WritePresetDto): Promise<One<PresetDto>> {
    return { data: await this.presets.update(by, id, body) }
  }

  @Delete('install-devices/presets/:id')
  @RequirePermission('create:entity')
  @Deletes()
  async delete(@By() by: Acting, @PathId('preset') id: number): Promise<void> {
    await this.presets.delete(by, id)
  }
}
