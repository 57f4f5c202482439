import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { PROVIDERS, type ProviderName } from '../../payments/index.js'

@ApiSchema({ name: 'OidcConfiguration' })
export class OidcConfigurationDto {
  @Text() issuer: string
  @Text() client_id: string
  @Text() resource: string
  @Text({ description: 'Scopes requested from the issuer at the sign-in, separated by spaces' }) scope: string
}

@ApiSchema({ name: 'TileConfiguration' })
export class TileConfigurationDto {
  @Text({ nullable: true, description: 'Raster tiles; null: none' }) url: string | null
  @Text({ nullable: true, description: 'Vector tiles, a PMTiles file; null: none, or raster tiles are shown' })
  vector_url: string | null
  @Text() attribution: string
  @Whole({ description: 'Maximum zoom level of the raster tiles' }) max_zoom: number
}

@ApiSchema({ name: 'SupportConfiguration' })
export class SupportConfigurationDto {
  @Text() email: string
  @Text() phone: string
}

@ApiSchema({ name: 'AccountsConfiguration' })
export class AccountsConfigurationDto {
  @Fact({ description: 'True if accounts and temporary passwords are created here, false if elsewhere (G-16)' }) are_made: boolean
  @Fact({ description: 'True if invitations and reset links are sent by mail' }) are_mailed: boolean
}

@ApiSchema({ name: 'PlannedMaintenance' })
export class PlannedMaintenanceDto {
  @Moment() window_from: string
  @Moment() window_till: string
  @Moment() shown_from: string
  @Moment() shown_till: string
}

/** Settings of this installation that the portal needs before the sign-in. */
@ApiSchema({ name: 'PortalConfiguration' })
export class PortalConfigurationDto {
  @ApiProperty({ type: () => OidcConfigurationDto }) oidc: OidcConfigurationDto
  @Text({ nullable: true, description: 'Address of the live channel; null if it is on the same host' }) live_url: string | null
  @ApiProperty({ type: () => TileConfigurationDto }) tiles: TileConfigurationDto
  @ApiProperty({ type: () => SupportConfigurationDto }) support: SupportConfigurationDto
  @Text() maintenance_url: string
  @Text({ nullable: true, description: 'Address of the shop; null if there is none' }) shop_url: string | null
  @ApiProperty({ type: () => AccountsConfigurationDto }) accounts: AccountsConfigurationDto
  @Text({
    nullable: true,
    description: 'Public key with which browsers subscribe to notifications (VAPID); null if they cannot subscribe here',
  })
  push_key: string | null
  @OneOf(PROVIDERS, { nullable: true, description: 'Where orders can be paid; null: they are booked by hand' })
  payments_at: ProviderName | null
  @Whole({ description: 'Maximum number of vehicles in a report of 31 days; longer periods allow fewer' })
  report_max_entities: number
  @ApiProperty({ type: () => PlannedMaintenanceDto }) planned_maintenance: PlannedMaintenanceDto
}
