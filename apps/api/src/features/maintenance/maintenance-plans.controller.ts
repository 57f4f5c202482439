import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { ListController } from '../../exports/index.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import type { One } from '../../http/page.dto.js'
import { Changes, Creates, Shows } from '../../http/routes.decorator.js'
import { CreateMaintenancePlanDto, MaintenancePlanDto, UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { MAINTENANCE_PLAN_LIST } from './maintenance-plans.repository.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'

@ApiTags('Maintenance')
@Controller('maintenance-plans')
export class MaintenancePlansController extends ListController(MAINTENANCE_PLAN_LIST) {
  constructor(private readonly plans: MaintenancePlansService) {
    super()
  }

  @Post()
  @RequirePermission('manage:maintenance')
  @Creates(MaintenancePlanDto)
  async create(@By() by: Acting, @Body() body: CreateMaintenancePlanDto): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.create(by, body) }
  }

  @Get(':id')
  @RequirePermission('read:information')
  @Shows(MaintenancePlanDto)
  async get(@CurrentCaller() caller: Caller, @PathId('maintenance-plan') id: number): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ description: 'Its triggers are those of the body, by name; what is due by one that is left out goes with it' })
  @Changes(MaintenancePlanDto, 409)
  async update(
    @By() by: Acting,
    @PathId('maintenance-plan') id: number,
    @Body() body: UpdateMaintenancePlanDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.update(by, id, body, ifMatch) }
  }

  @Put(':id/activate')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ description: 'Its intervals are counted from now on' })
  @AnswersOne(MaintenancePlanDto)
  async activate(@By() by: Acting, @PathId('maintenance-plan') id: number): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.mark(by, id, 'activate') }
  }

  @Put(':id/deactivate')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ description: 'Nothing more becomes due by it; what is open stays' })
  @AnswersOne(MaintenancePlanDto)
  async deactivate(@By() by: Acting, @PathId('maintenance-plan') id: number): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.mark(by, id, 'deactivate') }
  }

  @Delete(':id')
  @RequirePermission('manage:maintenance')
  @ApiOperation({ description: 'Can be restored, with its vehicles, and is not active then' })
  @AnswersOne(MaintenancePlanDto)
  async delete(@By() by: Acting, @PathId('maintenance-plan') id: number): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.mark(by, id, 'delete') }
  }

  @Put(':id/restore')
  @RequirePermission('manage:maintenance')
  @AnswersOne(MaintenancePlanDto)
  async restore(@By() by: Acting, @PathId('maintenance-plan') id: number): Promise<One<MaintenancePlanDto>> {
    return { data: await this.plans.mark(by, id, 'restore') }
  }
}
