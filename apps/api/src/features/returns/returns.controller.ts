import { Controller, Get, Post } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { readImei } from '../../http/imei-fields.js'
import { invalid } from '../../http/problems.js'
import { Asked, readQuery } from '../../http/query-parameters.js'
import { ResourceController } from '../../resources/index.js'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { ReturnDto, ReturnFormDto } from './dto/return.dto.js'
import { CreateReturnDto } from './dto/write-return.dto.js'
import { RETURN_LIST } from './return-list.js'
import { ReturnsService } from './returns.service.js'

/** Reads the query parameter `imei`. */
function imeiOf(query: Record<string, unknown>): string {
  const read = readImei(readQuery(query, ['imei']).imei ?? '')
  if (read.fault) throw invalid({ imei: [read.fault] })
  return read.text
}

@ApiTags('Returns')
@Controller('returns')
export class ReturnsController extends ResourceController(RETURN_LIST, ReturnsService, {
  thing: 'return',
  singular: 'a return',
  writes: 'create:entity',
  create: {
    body: CreateReturnDto,
    description:
      'Sends a tracker back: assigns an RMA number and marks the device as returned. Photos are added one by one afterwards.',
    problems: [409],
  },
}) {
  @Get('form')
  @RequirePermission('create:entity')
  @ApiOperation({
    summary: 'Get the return form of a device',
    description: 'Returns the starting values of a return: where the tracker is and where it will come from.',
  })
  @ApiQuery({ name: 'imei', type: 'string', description: 'IMEI of the tracker; 15 digits' })
  @AnswersOne(ReturnFormDto, 404, 422)
  async form(@CurrentCaller() caller: Caller, @Asked(imeiOf) imei: string) {
    return { data: await this.service.form(caller, imei) }
  }

  @Post(':id/cancel')
  @RequirePermission('create:entity')
  @ApiOperation({ summary: 'Cancel a return', description: 'Cancels a return. The device is free again.' })
  @AnswersOne(ReturnDto, 409)
  async cancel(@By() by: Acting, @PathId('return') id: number) {
    return { data: await this.service.cancel(by, id) }
  }
}
