import { type DynamicModule, Module } from '@nestjs/common'
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core'
import { ThrottlerModule } from '@nestjs/throttler'
import { AuthModule } from './auth/auth.module.js'
import { BulkModule } from './bulk/index.js'
import { type ApiParts, CoreModule } from './core.module.js'
import { ExportsModule } from './exports/index.js'
import { AccountModule } from './features/account/index.js'
import { AlertsModule } from './features/alerts/index.js'
import { AnalyticsModule } from './features/analytics/index.js'
import { AnnouncementsModule } from './features/announcements/index.js'
import { AppNotificationsModule } from './features/app-notifications/index.js'
import { AuditTrailModule } from './features/audit-trail/index.js'
import { BusinessesModule } from './features/businesses/index.js'
import { CatalogueModule } from './features/catalogue/index.js'
import { CommandsModule } from './features/commands/index.js'
import { ConsentsModule } from './features/consents/index.js'
import { DashboardModule } from './features/dashboard/index.js'
import { DeviceStatusModule } from './features/device-status/index.js'
import { DevicesModule } from './features/devices/index.js'
import { EntitiesModule } from './features/entities/index.js'
import { GeocodingModule } from './features/geocoding/index.js'
import { HistoryImportsModule } from './features/history-imports/index.js'
import { InstallModule } from './features/install/index.js'
import { InsurancesModule } from './features/insurances/index.js'
import { GeofencesModule } from './features/geofences/index.js'
import { MaintenanceModule } from './features/maintenance/index.js'
import { MapModule } from './features/map/index.js'
import { MissingModule } from './features/missing/index.js'
import { PortalConfigurationModule } from './features/portal-configuration/index.js'
import { RawMessagesModule } from './features/raw-messages/index.js'
import { ReportsModule } from './features/reports/index.js'
import { ReturnsModule } from './features/returns/index.js'
import { RolesModule } from './features/roles/index.js'
import { SearchModule } from './features/search/index.js'
import { ShopModule } from './features/shop/index.js'
import { InvoicesModule } from './features/invoices/index.js'
import { PaymentsModule } from './features/payments/index.js'
import { SubscriptionsModule } from './features/subscriptions/index.js'
import { TagsModule } from './features/tags/index.js'
import { TokensModule } from './features/tokens/index.js'
import { LogbookModule } from './features/logbook/index.js'
import { TripsModule } from './features/trips/index.js'
import { UsersModule } from './features/users/index.js'
import { VehiclePhotosModule } from './features/vehicle-photos/index.js'
import { VehicleSharesModule } from './features/vehicle-shares/index.js'
import { WebhooksModule } from './features/webhooks/index.js'
import { GeocoderModule } from './geocoder/geocoder.module.js'
import { HealthController } from './health/health.controller.js'
import { BackupMetrics } from './health/backup-metrics.js'
import { BackupsRepository } from './health/backups.repository.js'
import { Readiness } from './health/readiness.js'
import { ProblemFilter } from './server/problem.filter.js'
import { RateLimitGuard, rateLimits } from './http/rate-limit.guard.js'
import { bodyValidation } from './http/validation.js'
import { JobsModule } from './jobs/index.js'
import { RoadMatchingModule } from './road-matching/road-matching.module.js'
import { LiveModule } from './live/live.module.js'
import { MailModule } from './mail/index.js'
import { DisclosuresModule } from './disclosures/index.js'
import { PushModule } from './push/index.js'

const FEATURES = [
  AccountModule,
  AnalyticsModule,
  AnnouncementsModule,
  AppNotificationsModule,
  AuditTrailModule,
  BusinessesModule,
  CatalogueModule,
  CommandsModule,
  PortalConfigurationModule,
  ConsentsModule,
  DashboardModule,
  RawMessagesModule,
  DeviceStatusModule,
  DevicesModule,
  EntitiesModule,
  GeocodingModule,
  InstallModule,
  GeofencesModule,
  HistoryImportsModule,
  AlertsModule,
  MaintenanceModule,
  MapModule,
  MissingModule,
  ReportsModule,
  ReturnsModule,
  RolesModule,
  SearchModule,
  ShopModule,
  SubscriptionsModule,
  InsurancesModule,
  InvoicesModule,
  PaymentsModule,
  TagsModule,
  TokensModule,
  TripsModule,
  LogbookModule,
  UsersModule,
  VehiclePhotosModule,
  VehicleSharesModule,
  WebhooksModule,
]

/**
 * Contains only the wiring of the modules. The rate limit comes before authentication, so that guesses of tokens are limited
 * too.
 */
@Module({})
export class AppModule {
  static with(parts: ApiParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(parts),
        ThrottlerModule.forRoot(rateLimits(parts)),
        RateLimitModule,
        AuthModule,
        LiveModule,
        JobsModule,
        MailModule,
        DisclosuresModule,
        PushModule,
        ExportsModule,
        GeocoderModule,
        RoadMatchingModule,
        BulkModule,
        ...FEATURES,
      ],
      controllers: [HealthController],
      providers: [
        Readiness,
        BackupsRepository,
        BackupMetrics,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: bodyValidation },
      ],
    }
  }
}

/** The guard has its own module, because global guards run in the order in which their modules are imported. */
@Module({ providers: [{ provide: APP_GUARD, useClass: RateLimitGuard }] })
class RateLimitModule {}
