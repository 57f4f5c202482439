import { Module } from '@nestjs/common'
import { AuthModule } from '../auth/auth.module.js'
import { LiveFeed } from './live.feed.js'
import { LiveDoor } from './socket/live-door.js'
import { LiveGateway } from './socket/live.gateway.js'
import { LiveLooks } from './live-looks.js'
import { LiveMetrics } from './live.metrics.js'
import { LiveRepository } from './live.repository.js'
import { LivePrivacy } from './live-privacy.js'
import { LiveRights } from './socket/live-rights.js'
import { LiveRooms } from './live-rooms.js'
import { LiveSessions } from './socket/live-sessions.js'
import { LiveState } from './live-state.js'
import { LiveTenancy } from './live-tenancy.js'

@Module({
  imports: [AuthModule],
  providers: [
    LiveDoor,
    LiveFeed,
    LiveGateway,
    LiveLooks,
    LiveMetrics,
    LivePrivacy,
    LiveRepository,
    LiveRights,
    LiveRooms,
    LiveSessions,
    LiveState,
    LiveTenancy,
  ],
  exports: [LiveFeed],
})
export class LiveModule {}
