import { Controller, Get, Header } from '@nestjs/common'
import { ApiOkResponse, ApiTags } from '@nestjs/swagger'
import { Public } from '../../auth/require-permission.decorator.js'
import { PortalConfigurationService } from './portal-configuration.service.js'
import { PortalConfigurationDto } from './dto/portal-configuration.dto.js'

@ApiTags('Configuration')
@Controller()
export class ConfigurationController {
  constructor(private readonly configuration: PortalConfigurationService) {}

  @Get('config.json')
  @Public()
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ type: PortalConfigurationDto })
  read(): PortalConfigurationDto {
    return this.configuration.forPortal()
  }
}
