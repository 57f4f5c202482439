import { Controller, Get } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersAll } from '../../http/answers.decorator.js'
import { BusinessesService } from './businesses.service.js'
import { BusinessNodeDto } from './dto/business-node.dto.js'

@ApiTags('Businesses')
@Controller('businesses')
export class BusinessesController {
  constructor(private readonly businesses: BusinessesService) {}

  @Get('tree')
  @RequirePermission('read:business-management')
  @AnswersAll(BusinessNodeDto, 'The trees of the businesses in scope, by name')
  async tree(@CurrentCaller() caller: Caller): Promise<{ data: BusinessNodeDto[] }> {
    return { data: await this.businesses.tree(caller) }
  }
}
