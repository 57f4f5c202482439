import { Module } from '@nestjs/common'
import { AuthModule } from '../auth/auth.module.js'
import { LiveFeed } from './live.feed.js'
import { LiveGateway } from './live.gateway.js'
import { LiveLooks } from './live-looks.js'
import { LiveMetrics } from './live.metrics.js'
import { LiveRepository } from './live.repository.js'
import { LivePrivacy } from './live-privacy.js'
import { LiveRights } from './live-rights.js'
import { LiveRooms } from './live-rooms.js'
import { LiveState } from './live-state.js'
import { LiveTenancy } from './live-tenancy.js'

@Module({
  imports: [AuthModule],
  providers: [
    LiveFeed,
    LiveGateway,
    LiveLooks,
    LiveMetrics,
    LivePrivacy,
    LiveRepository,
    LiveRights,
    LiveRooms,
    LiveState,
    LiveTenancy,
  ],
  exports: [LiveFeed],
})
export class LiveModule {}
