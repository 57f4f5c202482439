import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { ListController } from '../../../exports/index.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { IfMatch } from '../../../http/if-match.js'
import { Changes, Creates, Deletes, Shows } from '../../../http/routes.decorator.js'
import type { One } from '../../../http/page.dto.js'
import { SimDto, WriteSimDto } from './sim.dto.js'
import { SIM_LIST } from './sim-list.js'
import { SimsService } from './sims.service.js'

@ApiTags('SIMs')
@Controller('sims')
export class SimsController extends ListController(SIM_LIST) {
  constructor(private readonly sims: SimsService) {
    super()
  }

  @Post()
  @RequirePermission('manage:devices')
  @Creates(SimDto)
  async create(@By() by: Acting, @Body() body: WriteSimDto): Promise<One<SimDto>> {
    return { data: await this.sims.create(by, body) }
  }

  @Get(':id')
  @RequirePermission('read:business-management')
  @Shows(SimDto)
  async get(@CurrentCaller() caller: Caller, @PathId('sim') id: number): Promise<One<SimDto>> {
    return { data: await this.sims.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:devices')
  @Changes(SimDto)
  async update(
    @By() by: Acting,
    @PathId('sim') id: number,
    @Body() body: WriteSimDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<SimDto>> {
    return { data: await this.sims.update(by, id, body, ifMatch) }
  }

  @Delete(':id')
  @RequirePermission('manage:devices')
  @Deletes()
  async delete(@By() by: Acting, @PathId('sim') id: number): Promise<void> {
    await this.sims.delete(by, id)
  }
}
