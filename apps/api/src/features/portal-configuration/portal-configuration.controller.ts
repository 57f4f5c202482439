import { Controller, Get, Header } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger'
import { Public } from '../../auth/require-permission.decorator.js'
import { PortalConfigurationService } from './portal-configuration.service.js'
import { PortalConfigurationDto } from './dto/portal-configuration.dto.js'

@ApiTags('Configuration')
@Controller()
export class ConfigurationController {
  constructor(private readonly configuration: PortalConfigurationService) {}

  @Get('config.json')
  @Public()
  @ApiOperation({
    summary: 'Get the portal configuration',
    description: 'Returns what the portal needs before sign-in, such as the identity provider and the map.',
  })
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ type: PortalConfigurationDto })
  read(): PortalConfigurationDto {
    return this.configuration.forPortal()
  }
}
