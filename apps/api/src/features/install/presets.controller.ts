import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common'
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { PresetDto, PresetOptionDto, WritePresetDto } from './dto/preset.dto.js'
import { PresetsService } from './presets.service.js'

const PresetId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })

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
  @HttpCode(200)
  @RequirePermission('create:entity')
  @TakesIdempotencyKey()
  @AnswersOne(PresetDto)
  @AnswersProblems(400, 409, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: WritePresetDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<PresetDto>> {
    return { data: await this.presets.create(caller, said, once, originOf(request)) }
  }

  @Get('install-devices/presets/:id')
  @RequirePermission('create:entity')
  @PresetId()
  @AnswersOne(PresetDto)
  @AnswersProblems(404)
  async get(@CurrentCaller() caller: Caller, @IdParam('preset') id: number): Promise<One<PresetDto>> {
    return { data: await this.presets.get(caller, id) }
  }

  @Put('install-devices/presets/:id')
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'What is absent is no part of it any more' })
  @PresetId()
  @AnswersOne(PresetDto)
  @AnswersProblems(400, 404, 409, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('preset') id: number,
    @Body() said: WritePresetDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<PresetDto>> {
    return { data: await this.presets.update(caller, id, said, originOf(request)) }
  }

  @Delete('install-devices/presets/:id')
  @HttpCode(204)
  @RequirePermission('create:entity')
  @PresetId()
  @ApiNoContentResponse()
  @AnswersProblems(404)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('preset') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    await this.presets.delete(caller, id, originOf(request))
  }
}
