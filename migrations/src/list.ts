import { Tenancy1763700000001 } from './0001-tenancy.js'
import { EventLog1763700000002 } from './0002-event-log.js'
import { TrackStore1763700000003 } from './0003-track-store.js'
import { Identity1763700000004 } from './0004-identity.js'
import { Roles1763700000005 } from './0005-roles.js'
import { BusinessNames1763700000006 } from './0006-business-names.js'
import { ShopCodes1763700000007 } from './0007-shop-codes.js'
import { DeviceCommands1763700000008 } from './0008-device-commands.js'
import { IngestProgress1763700000009 } from './0009-ingest-progress.js'
import { TrackerIds1763700000010 } from './0010-tracker-ids.js'
import { JobsAndMail1763700000011 } from './0011-jobs-and-mail.js'
import { AccountsOfUsers1763700000012 } from './0012-accounts-of-users.js'
import { BusinessRules1763700000013 } from './0013-business-rules.js'
import { TokensAndAudit1763700000014 } from './0014-tokens-and-audit.js'
import { EntityMoves1763700000015 } from './0015-entity-moves.js'
import { SecondFactors1763700000016 } from './0016-second-factors.js'
import { TagsAndCatalogue1763700000017 } from './0017-tags-and-catalogue.js'
import { Consents1763700000018 } from './0018-consents.js'
import { ListSpeed1763700000019 } from './0019-list-speed.js'
import { DevicesAndSims1763700000020 } from './0020-devices-and-sims.js'
import { ExportedFiles1763700000021 } from './0021-exported-files.js'
import { DeviceSignals1763700000022 } from './0022-device-signals.js'
import { InstallPresets1763700000023 } from './0023-install-presets.js'
import { BulkChanges1763700000024 } from './0024-bulk-changes.js'
import { PresetBusinesses1763700000025 } from './0025-preset-businesses.js'
import { InstallVerification1763700000026 } from './0026-install-verification.js'
import { DeviceReturns1763700000027 } from './0027-returns.js'
import { MaintenancePlans1763700000028 } from './0028-maintenance-plans.js'
import { PresetPlans1763700000029 } from './0029-preset-plans.js'
import { SubscriptionsAndCases1763700000030 } from './0030-subscriptions-and-cases.js'
import { ManagedPlans1763700000031 } from './0031-managed-plans.js'
import { WaypointUpkeep1763700000036 } from './0036-waypoint-upkeep.js'
import { Senders1763700000037 } from './0037-senders.js'
import { GrantsOfSessions1763700000038 } from './0038-grants-of-sessions.js'
import { MovementOfCustomers1763700000040 } from './0040-movement-of-customers.js'
import { CustomersTold1763700000041 } from './0041-customers-told.js'
import { ShownMoves1763700000042 } from './0042-shown-moves.js'
import { Possession1763700000043 } from './0043-possession.js'
import { TripDays1763700000044 } from './0044-trip-days.js'
import { Reports1763700000045 } from './0045-reports.js'
import { Logbook1763700000046 } from './0046-logbook.js'
import { GeocodedCells1763700000047 } from './0047-geocoded-cells.js'
import { AnalyticsCharts1763700000048 } from './0048-analytics-charts.js'
import { NewestStates1763700000049 } from './0049-newest-states.js'
import { TripRests1763700000050 } from './0050-trip-rests.js'
import { MaintenanceServices1763700000051 } from './0051-maintenance-services.js'
import { CaseRooms1763700000052 } from './0052-case-rooms.js'
import { AppNotifications1763700000053 } from './0053-app-notifications.js'
import { TripRecalculations1763700000054 } from './0054-trip-recalculations.js'
import { TripMatches1763700000055 } from './0055-trip-matches.js'
import { CoursesOfSubscriptions1763700000056 } from './0056-courses-of-subscriptions.js'
import { PacketsNotKept1763700000057 } from './0057-packets-not-kept.js'
import { CasePhotos1763700000059 } from './0059-case-photos.js'
import { Orders1763700000062 } from './0062-orders.js'
import { Insurances1763700000065 } from './0065-insurances.js'
import { EntityImports1763700000066 } from './0066-entity-imports.js'
import { WhatPlansNeedNext1763700000069 } from './0069-what-plans-need-next.js'
import { ResultsOfAppNotifications1763700000070 } from './0070-results-of-app-notifications.js'
import { VehicleShares1763700000078 } from './0078-vehicle-shares.js'
import { ProviderPayments1763700000082 } from './0082-provider-payments.js'
import { Invoices1763700000083 } from './0083-invoices.js'
import { VehiclePhotos1763700000084 } from './0084-vehicle-photos.js'
import { SearchKeys1763700000086 } from './0086-search-keys.js'
import { NeedDays1763700000100 } from './0100-need-days.js'
import { GeofencesAndAlerts1763700000101 } from './0101-geofences-and-alerts.js'
import { AlertEvaluation1763700000102 } from './0102-alert-evaluation.js'
import { Webhooks1763700000106 } from './0106-webhooks.js'
import { WebhooksOfTrips1763700000107 } from './0107-webhooks-of-trips.js'
import { WhoManagesAlerts1763700000113 } from './0113-who-manages-alerts.js'
import { EntityEdits1763700000115 } from './0115-entity-edits.js'
import { SearchTrigrams1763700000116 } from './0116-search-trigrams.js'
import { AlertsToldToWebhooks1763700000117 } from './0117-alerts-told-to-webhooks.js'
import { AlertsOfChangedRules1763700000118 } from './0118-alerts-of-changed-rules.js'
import { AlertsOfChangedFences1763700000119 } from './0119-alerts-of-changed-fences.js'
import { WorkBells1763700000130 } from './0130-work-bells.js'
import { AlertTellings1763700000131 } from './0131-alert-tellings.js'
import { AlertsOnPaper1763700000132 } from './0132-alerts-on-paper.js'
import { AlertKeepers1763700000140 } from './0140-alert-keepers.js'
import { GeofencesOnMap1763700000141 } from './0141-geofences-on-map.js'
import { AlertNewsHeard1763700000142 } from './0142-alert-news-heard.js'
import { AlertsOfRemovedTrackers1763700000143 } from './0143-alerts-of-removed-trackers.js'
import { WeeksInHours1763700000144 } from './0144-weeks-in-hours.js'
import { ZonesByPlace1763700000145 } from './0145-zones-by-place.js'
import { StartsOfDays1763700000146 } from './0146-starts-of-days.js'
import { CoveredUntilTheEnd1763700000147 } from './0147-covered-until-the-end.js'
import { ReadingsKeptAside1763700000148 } from './0148-readings-kept-aside.js'
import { Odometers1763700000150 } from './0150-odometers.js'
import { PeoplesOrder1763700000155 } from './0155-peoples-order.js'
import { VehicleTwins1763700000156 } from './0156-vehicle-twins.js'
import { WordsLinkedAtOnce1763700000157 } from './0157-words-linked-at-once.js'
import { GeofencesOfSeveralParts1763700000160 } from './0160-geofences-of-several-parts.js'
import { GeofencesAcrossTheMeridian1763700000161 } from './0161-geofences-across-the-meridian.js'
import { ClocksOfTrackers1763700000168 } from './0168-clocks-of-trackers.js'
import { WhenSilentOnesWereHeard1763700000169 } from './0169-when-silent-ones-were-heard.js'
import { SoldCoverage1763700000170 } from './0170-sold-coverage.js'
import { SeriesOfSellers1763700000171 } from './0171-series-of-sellers.js'
import { BusinessesTakenApart1763700000172 } from './0172-businesses-taken-apart.js'
import { NumbersThatLookAlike1763700000174 } from './0174-numbers-that-look-alike.js'
import { FilesForWhoSeesAll1763700000175 } from './0175-files-for-who-sees-all.js'
import { LinksEndWithTheirMaker1763700000176 } from './0176-links-end-with-their-maker.js'
import { CustomersKnow1763700000177 } from './0177-customers-know.js'
import { WhatTrackersSaid1763700000178 } from './0178-what-trackers-said.js'
import { NetworksOfTrackers1763700000179 } from './0179-networks-of-trackers.js'
import { DisputesNotified1763700000180 } from './0180-disputes-notified.js'
import { AlertsOfDisputes1763700000181 } from './0181-alerts-of-disputes.js'
import { MovesByTheKnownSender1763700000182 } from './0182-moves-by-the-known-sender.js'
import { ClaimsThatTellNothing1763700000183 } from './0183-claims-that-tell-nothing.js'
import { DeliveredTrackerIds1763700000184 } from './0184-delivered-tracker-ids.js'
import { SensorsOfTracks1763700000185 } from './0185-sensors-of-tracks.js'
import { TripJoins1763700000186 } from './0186-trip-joins.js'
import { OneInvitationAtATime1763700000187 } from './0187-one-invitation-at-a-time.js'
import { RulesBySubject1763700000188 } from './0188-rules-by-subject.js'
import { ProbableArrivals1763700000189 } from './0189-probable-arrivals.js'
import { ThresholdsOfAlerts1763700000190 } from './0190-thresholds-of-alerts.js'
import { ReportsOfAllVehicles1763700000193 } from './0193-reports-of-all-vehicles.js'
import { FirstPlaces1763700000195 } from './0195-first-places.js'
import { DeviceChanges1763700000196 } from './0196-device-changes.js'
import { SharedRateLimits1763700000197 } from './0197-shared-rate-limits.js'
import { Imports1763700000200 } from './0200-imports.js'
import { ReadingsForPreviews1763700000201 } from './0201-readings-for-previews.js'
import { ErasedPeople1763700000202 } from './0202-erased-people.js'
import { HistoryImports1763700000204 } from './0204-history-imports.js'
import { UndoneHistory1763700000205 } from './0205-undone-history.js'
import { Backups1763700000206 } from './0206-backups.js'

/** All migrations, oldest first. New ones are added at the end. A released migration is never edited. */
export const migrations = [
  Tenancy1763700000001,
  EventLog1763700000002,
  TrackStore1763700000003,
  Identity1763700000004,
  Roles1763700000005,
  BusinessNames1763700000006,
  ShopCodes1763700000007,
  DeviceCommands1763700000008,
  IngestProgress1763700000009,
  TrackerIds1763700000010,
  JobsAndMail1763700000011,
  AccountsOfUsers1763700000012,
  BusinessRules1763700000013,
  TokensAndAudit1763700000014,
  EntityMoves1763700000015,
  SecondFactors1763700000016,
  TagsAndCatalogue1763700000017,
  Consents1763700000018,
  ListSpeed1763700000019,
  DevicesAndSims1763700000020,
  ExportedFiles1763700000021,
  DeviceSignals1763700000022,
  InstallPresets1763700000023,
  BulkChanges1763700000024,
  PresetBusinesses1763700000025,
  InstallVerification1763700000026,
  DeviceReturns1763700000027,
  MaintenancePlans1763700000028,
  PresetPlans1763700000029,
  SubscriptionsAndCases1763700000030,
  ManagedPlans1763700000031,
  WaypointUpkeep1763700000036,
  Senders1763700000037,
  GrantsOfSessions1763700000038,
  MovementOfCustomers1763700000040,
  CustomersTold1763700000041,
  ShownMoves1763700000042,
  Possession1763700000043,
  TripDays1763700000044,
  Reports1763700000045,
  Logbook1763700000046,
  GeocodedCells1763700000047,
  AnalyticsCharts1763700000048,
  NewestStates1763700000049,
  TripRests1763700000050,
  MaintenanceServices1763700000051,
  CaseRooms1763700000052,
  AppNotifications1763700000053,
  TripRecalculations1763700000054,
  TripMatches1763700000055,
  CoursesOfSubscriptions1763700000056,
  PacketsNotKept1763700000057,
  CasePhotos1763700000059,
  Orders1763700000062,
  Insurances1763700000065,
  EntityImports1763700000066,
  WhatPlansNeedNext1763700000069,
  ResultsOfAppNotifications1763700000070,
  VehicleShares1763700000078,
  ProviderPayments1763700000082,
  Invoices1763700000083,
  VehiclePhotos1763700000084,
  SearchKeys1763700000086,
  NeedDays1763700000100,
  GeofencesAndAlerts1763700000101,
  AlertEvaluation1763700000102,
  Webhooks1763700000106,
  WebhooksOfTrips1763700000107,
  WhoManagesAlerts1763700000113,
  EntityEdits1763700000115,
  SearchTrigrams1763700000116,
  AlertsToldToWebhooks1763700000117,
  AlertsOfChangedRules1763700000118,
  AlertsOfChangedFences1763700000119,
  WorkBells1763700000130,
  AlertTellings1763700000131,
  AlertsOnPaper1763700000132,
  AlertKeepers1763700000140,
  GeofencesOnMap1763700000141,
  AlertNewsHeard1763700000142,
  AlertsOfRemovedTrackers1763700000143,
  WeeksInHours1763700000144,
  ZonesByPlace1763700000145,
  StartsOfDays1763700000146,
  CoveredUntilTheEnd1763700000147,
  ReadingsKeptAside1763700000148,
  Odometers1763700000150,
  PeoplesOrder1763700000155,
  VehicleTwins1763700000156,
  WordsLinkedAtOnce1763700000157,
  GeofencesOfSeveralParts1763700000160,
  GeofencesAcrossTheMeridian1763700000161,
  ClocksOfTrackers1763700000168,
  WhenSilentOnesWereHeard1763700000169,
  SoldCoverage1763700000170,
  SeriesOfSellers1763700000171,
  BusinessesTakenApart1763700000172,
  NumbersThatLookAlike1763700000174,
  FilesForWhoSeesAll1763700000175,
  LinksEndWithTheirMaker1763700000176,
  CustomersKnow1763700000177,
  WhatTrackersSaid1763700000178,
  NetworksOfTrackers1763700000179,
  DisputesNotified1763700000180,
  AlertsOfDisputes1763700000181,
  MovesByTheKnownSender1763700000182,
  ClaimsThatTellNothing1763700000183,
  DeliveredTrackerIds1763700000184,
  SensorsOfTracks1763700000185,
  TripJoins1763700000186,
  OneInvitationAtATime1763700000187,
  RulesBySubject1763700000188,
  ProbableArrivals1763700000189,
  ThresholdsOfAlerts1763700000190,
  ReportsOfAllVehicles1763700000193,
  FirstPlaces1763700000195,
  DeviceChanges1763700000196,
  SharedRateLimits1763700000197,
  Imports1763700000200,
  ReadingsForPreviews1763700000201,
  ErasedPeople1763700000202,
  HistoryImports1763700000204,
  UndoneHistory1763700000205,
  Backups1763700000206,
]
