import { readFileSync } from 'node:fs'
import { Global, Module } from '@nestjs/common'
import { ConfigurationError } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../configuration.js'
import { FcmDriver, type ServiceAccount, serviceAccount } from './fcm-driver.js'
import { OutboxDriver } from './outbox-driver.js'
import { PUSH_DRIVERS, type PushDrivers } from './push-driver.js'
import { PUSH_SERVICES, PushServices } from './push-services.js'
import { WebPushDriver } from './web-push-driver.js'

/** Global, because any feature may send notifications. */
@Global()
@Module({
  providers: [
    {
      provide: PUSH_SERVICES,
      inject: [API_CONFIGURATION],
      useFactory: ({ PUSH_SERVICES: allowed }: ApiConfiguration) => new PushServices(allowed),
    },
    {
      provide: PUSH_DRIVERS,
      inject: [API_CONFIGURATION, API_POOL, PUSH_SERVICES],
      useFactory: async (configuration: ApiConfiguration, pool: pg.Pool, services: PushServices): Promise<PushDrivers> => {
        const { FCM_SERVICE_ACCOUNT, FCM_URL, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = configuration
        const keys =
          VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY && VAPID_SUBJECT
            ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT }
            : undefined
        return {
          fcm: FCM_SERVICE_ACCOUNT
            ? await FcmDriver.open(accountIn(FCM_SERVICE_ACCOUNT), FCM_URL)
            : new OutboxDriver(pool, 'fcm'),
          webpush: keys ? new WebPushDriver(keys, services) : new OutboxDriver(pool, 'webpush'),
        }
      },
    },
  ],
  exports: [PUSH_DRIVERS, PUSH_SERVICES],
})
export class PushModule {}

/** @throws ConfigurationError for an invalid file */
function accountIn(file: string): ServiceAccount {
  try {
    return serviceAccount.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new ConfigurationError(
      `wrong configuration:\n  FCM_SERVICE_ACCOUNT: ${file} is no service account of Firebase: ${String((error as Error).message).slice(0, 300)}`,
    )
  }
}
