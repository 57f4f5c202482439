import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { basemapAddress } from '../../http/basemap-address.js'
import type { PortalConfigurationDto } from './dto/portal-configuration.dto.js'

@Injectable()
export class PortalConfigurationService {
  constructor(@Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration) {}

  /** Returns the settings. They contain no secret, because they are public: the user is not yet signed in. */
  forPortal(): PortalConfigurationDto {
    const given = this.configuration
    return {
      oidc: {
        issuer: given.OIDC_ISSUER,
        client_id: given.OIDC_CLIENT_ID,
        resource: given.OIDC_AUDIENCE,
        scope: given.OIDC_SCOPE,
      },
      live_url: given.LIVE_URL ?? null,
      tiles: {
        url: given.TILE_URL === 'none' ? null : given.TILE_URL,
        vector_url: basemapAddress(given),
        attribution: given.TILE_ATTRIBUTION,
        max_zoom: given.TILE_MAX_ZOOM,
      },
      support: { email: given.SUPPORT_EMAIL, phone: given.SUPPORT_PHONE },
      maintenance_url: given.MAINTENANCE_URL,
      shop_url: given.SHOP_URL ?? null,
      accounts: {
        are_made: Boolean(given.IDENTITY_ADMIN_SECRET ?? given.KEYCLOAK_CLIENT_SECRET),
        are_mailed: given.SMTP_URL !== undefined && given.PORTAL_URL !== undefined,
      },
      push_key: given.VAPID_PUBLIC_KEY ?? null,
      payments_at: given.PAYMENTS === 'hand' ? null : given.PAYMENTS,
      report_max_entities: given.REPORT_MAX_ENTITIES,
      planned_maintenance: {
        window_from: given.MAINTENANCE_WINDOW_FROM,
        window_till: given.MAINTENANCE_WINDOW_TILL,
        shown_from: given.MAINTENANCE_SHOWN_FROM,
        shown_till: given.MAINTENANCE_SHOWN_TILL,
      },
    }
  }
}
