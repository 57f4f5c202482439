import { Body, Controller, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../../auth/acting.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import { Creates } from '../../../http/routes.decorator.js'
import { EntityImportsService } from './entity-imports.service.js'
import { EntityImportDto, EntityImportRollbackDto, ImportEntitiesDto } from './import-entities.dto.js'

@ApiTags('Entities')
@Controller('entities/imports')
export class EntityImportsController {
  constructor(private readonly imports: EntityImportsService) {}

  @Post()
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Import vehicles',
    description:
      'Creates vehicles from a sheet with their starting values. Valid rows are created, and invalid rows are reported.',
  })
  @Creates(EntityImportDto)
  async import(@By() by: Acting, @Body() body: ImportEntitiesDto) {
    return { data: await this.imports.import(by, body) }
  }

  @Post(':id/rollback')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Roll back a vehicle import',
    description: 'Deletes the vehicles of an import that nobody used or changed, with the customers that came with them.',
  })
  @TakesIdempotencyKey()
  @AnswersOne(EntityImportRollbackDto, 409)
  async rollBack(@By() by: Acting, @PathId('import') id: number) {
    return { data: await this.imports.rollBack(by, id) }
  }
}
