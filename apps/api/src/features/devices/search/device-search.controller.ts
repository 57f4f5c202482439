import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { hasLuhnDigit } from '@roadbook/geo'
import { readImei } from '../../../http/imei-fields.js'
import { Asked, readQuery } from '../../../http/query-parameters.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { AnswersAll, AnswersOne } from '../../../http/answers.decorator.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { invalid, notFound } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { DeviceSearchRepository } from './device-search.repository.js'
import { DevicesRepository } from '../devices.repository.js'
import { BLOCKED, DeviceSearchDto, FleetStatisticsDto, InstallationDto } from '../dto/device.dto.js'
import { say } from '../texts.js'

/** Reads the query parameter `query`: digits that were typed, pasted or scanned, or a whole IMEI in any format. */
function imeiEndOf(parameters: Record<string, unknown>): string {
  const { query = '' } = readQuery(parameters, ['query'])
  const whole = readImei(query)
  if (!whole.fault) return whole.text
  const digits = query.replaceAll(/[\s-]/g, '')
  if (!/^\d{0,15}$/.test(digits)) throw invalid({ query: [say('not-imei-end')] })
  return digits
}

const IMEI_DIGITS = 15
const ENOUGH_DIGITS = 6

@ApiTags('Devices')
@Controller()
export class DeviceSearchController {
  constructor(
    private readonly database: RequestDatabase,
    private readonly search: DeviceSearchRepository,
    private readonly devices: DevicesRepository,
  ) {}

  @Get('search/devices')
  @RequirePermission('create:entity', 'read:business-management')
  @ApiOperation({
    summary: 'Find devices by IMEI',
    description: 'Finds devices by the end of their IMEI. With fewer than six digits, only returns how many digits are missing.',
  })
  @ApiQuery({ name: 'query', schema: { type: 'string', pattern: '^\\d{0,15}$' } })
  @AnswersOne(DeviceSearchDto, 422)
  async find(@CurrentCaller() caller: Caller, @Asked(imeiEndOf) digits: string) {
    const missing = Math.max(0, ENOUGH_DIGITS - digits.length)
    if (missing > 0) {
      const message = say('more-digits', { count: missing })
      return { data: { devices: [], meta: { digits_missing: missing, message } } }
    }
    const rows = await this.database.read(caller.scope, (transaction) => this.search.findByEnd(transaction, digits))
    const isMistyped = rows.length === 0 && digits.length === IMEI_DIGITS && !hasLuhnDigit(digits)
    const message = isMistyped ? say('mistyped') : null
    const devices = rows.map((row) => ({ ...toApiRow(row), blocked_message: row.blocked && BLOCKED[row.blocked] }))
    return { data: { devices, meta: { digits_missing: 0, message } } }
  }

  @Get('devices/statistics')
  @RequirePermission('read:business-management')
  @ApiOperation({ summary: 'Count devices', description: 'Counts the devices that the caller may see.' })
  @AnswersOne(FleetStatisticsDto)
  async statistics(@CurrentCaller() caller: Caller) {
    return { data: await this.database.read(caller.scope, (transaction) => this.search.count(transaction)) }
  }

  @Get('devices/:id/installations')
  @RequirePermission('read:business-management')
  @ApiOperation({
    summary: 'List the installations of a device',
    description: 'Lists the vehicles that a device was on, newest first.',
  })
  @AnswersAll(InstallationDto)
  async installations(@CurrentCaller() caller: Caller, @PathId('device') id: number) {
    const rows = await this.database.read(caller.scope, async (transaction) => {
      if (!(await this.devices.findOne(transaction, id, true))) throw notFound('device')
      return this.search.installationsOf(transaction, id)
    })
    return { data: rows.map(toApiRow) }
  }
}
