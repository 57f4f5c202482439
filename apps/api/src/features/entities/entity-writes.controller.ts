import { Body, Controller, Delete, HttpCode, Post, Put } from '@nestjs/common'
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import type { One } from '../../http/page.dto.js'
import { Changes, Creates } from '../../http/routes.decorator.js'
import { EntityDto } from './dto/entity.dto.js'
import { CreateEntityDto, UpdateEntityDto } from './dto/write-entity.dto.js'
import { EntityWritesService } from './entity-writes.service.js'

@ApiTags('Entities')
@Controller('entities')
export class EntityWritesController {
  constructor(private readonly writes: EntityWritesService) {}

  @Post()
  @RequirePermission('create:entity')
  @ApiOperation({ description: 'Makes an entity without a tracker' })
  @Creates(EntityDto)
  async create(@By() by: Acting, @Body() said: CreateEntityDto): Promise<One<EntityDto>> {
    return { data: await this.writes.create(by, said) }
  }

  @Put(':id')
  @RequirePermission('update:entity')
  @Changes(EntityDto, 409)
  async update(
    @By() by: Acting,
    @PathId('entity') id: number,
    @Body() said: UpdateEntityDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<EntityDto>> {
    return { data: await this.writes.update(by, id, said, ifMatch) }
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('delete:entity')
  @ApiOperation({ description: 'Its tracker is free from then on; trips and history stay, and it can be restored' })
  @ApiNoContentResponse()
  @AnswersProblems(409)
  async delete(@By() by: Acting, @PathId('entity') id: number): Promise<void> {
    await this.writes.delete(by, id)
  }

  @Put(':id/restore')
  @RequirePermission('delete:entity')
  @ApiOperation({ description: 'With its tracker, unless that is on another vehicle by now' })
  @AnswersOne(EntityDto)
  async restore(@By() by: Acting, @PathId('entity') id: number): Promise<One<EntityDto>> {
    return { data: await this.writes.restore(by, id) }
  }
}
