import type { IncomingMessage } from 'node:http'
import { createParamDecorator, type ExecutionContext, UseFilters } from '@nestjs/common'
import {
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets'
import type { LiveClientMessage } from '@roadbook/contracts'
import { Public, RequirePermission, SignedIn } from '../../auth/require-permission.decorator.js'
import { LiveProblems } from './live-problems.filter.js'
import { UNKNOWN } from './live-request.js'
import type { LiveSession, LiveSocket } from './live-session.js'
import { LiveSessions } from './live-sessions.js'

type Message<Type extends LiveClientMessage['type']> = Extract<LiveClientMessage, { type: Type }>

/** Injects the session of a message's socket. */
const Session = createParamDecorator(
  (_: unknown, context: ExecutionContext): LiveSession => context.switchToWs().getClient<LiveSocket>().session,
)

/** Handles messages of the live channel. `live-channel.ts` in the contracts library describes them. */
@WebSocketGateway()
@UseFilters(LiveProblems)
export class LiveGateway implements OnGatewayConnection<LiveSocket>, OnGatewayDisconnect<LiveSocket> {
  constructor(private readonly sessions: LiveSessions) {}

  handleConnection(socket: LiveSocket, request: IncomingMessage): void {
    socket.session = this.sessions.welcome(socket, request)
  }

  handleDisconnect(socket: LiveSocket): void {
    this.sessions.farewell(socket)
  }

  @Public()
  @SubscribeMessage('authenticate')
  authenticate(@Session() session: LiveSession, @MessageBody() { token }: Message<'authenticate'>): Promise<void> {
    return session.authenticate(token)
  }

  @RequirePermission('read:map')
  @SubscribeMessage('subscribe')
  subscribe(@Session() session: LiveSession, @MessageBody() request: Message<'subscribe'>): Promise<void> {
    return session.subscribe(request.channel, request.channel === 'entity' ? request.id : undefined, request.resume)
  }

  @RequirePermission('read:map')
  @SubscribeMessage('unsubscribe')
  unsubscribe(@Session() session: LiveSession, @MessageBody() { channel, id }: Message<'unsubscribe'>): void {
    session.leave(channel, id)
  }

  @SignedIn()
  @SubscribeMessage('ping')
  ping(@Session() session: LiveSession): void {
    session.send({ type: 'pong' })
  }

  @SignedIn()
  @SubscribeMessage(UNKNOWN)
  refuse(@Session() session: LiveSession): void {
    session.send({ type: 'error', code: 'bad_request', message: 'authenticate, subscribe, unsubscribe or ping' })
  }
}
