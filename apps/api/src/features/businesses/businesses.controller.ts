import { Body, Controller, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll, AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { Creates } from '../../http/routes.decorator.js'
import { BusinessRemovalService } from './business-removal.service.js'
import { BusinessesService } from './businesses.service.js'
import { BusinessDto } from './dto/business.dto.js'
import { BusinessNodeDto } from './dto/business-node.dto.js'
import { MovedDto } from './dto/removal.dto.js'
import { CreateBusinessDto, MoveBusinessDto, MoveEverythingDto } from './dto/write-business.dto.js'
import { OneBusiness } from './one-business.js'
import { PlaceParam } from './place-param.js'

@ApiTags('Businesses')
@Controller('businesses')
export class BusinessesController extends OneBusiness() {
  constructor(businesses: BusinessesService, removal: BusinessRemovalService) {
    super(businesses, removal)
  }

  @Get('tree')
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'Get the tree of businesses',
    description: 'Returns the businesses that the caller may see as trees, by name.',
  })
  @AnswersAll(BusinessNodeDto, 'The trees of the businesses in scope, by name')
  async tree(@CurrentCaller() caller: Caller) {
    return { data: await this.businesses.tree(caller) }
  }

  @Post(':id')
  @RequirePermission('create:business')
  @ApiOperation({
    summary: 'Create a business below another',
    description: 'Creates a business below the one in the path. A super admin may use `root`.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', pattern: '^(\\d+|root)$' } })
  @Creates(BusinessDto, 404)
  async create(@By() by: Acting, @PlaceParam() place: number | 'root', @Body() body: CreateBusinessDto) {
    return { data: await this.businesses.create(by, place, body.type, body) }
  }

  @Put(':id/parent')
  @RequirePermission('update:business')
  @ApiOperation({ summary: 'Move a business', description: 'Moves a business with everything below it to another parent.' })
  @AnswersOne(BusinessDto, 400, 409, 422)
  async move(@By() by: Acting, @PathId('business') id: number, @Body() { parent_id }: MoveBusinessDto) {
    return { data: await this.businesses.move(by, id, parent_id) }
  }

  @Post(':id/move-everything')
  @RequirePermission('delete:business')
  @ApiOperation({
    summary: 'Move everything to another business',
    description: 'Moves everything that belongs to a business, including its past, to another business that is not below it.',
  })
  @Creates(MovedDto)
  async moveEverything(@By() by: Acting, @PathId('business') id: number, @Body() { to }: MoveEverythingDto) {
    return { data: await this.removal.moveEverything(by, id, to) }
  }
}
