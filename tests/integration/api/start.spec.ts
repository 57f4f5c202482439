import { Controller, Get, Module } from '@nestjs/common'
import { DiscoveryModule } from '@nestjs/core'
import { Test } from '@nestjs/testing'
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import { AccessDeclarations } from '@roadbook/api/auth/access-declarations'
import { Public, RequirePermission, SignedIn } from '@roadbook/api/auth/require-permission.decorator'
import { startApi } from '@roadbook/api/bootstrap'

@Controller('open')
class DeclaredController {
  @Get('a')
  @Public()
  everybody() {}
  @Get('b')
  @SignedIn()
  somebody() {}
  @Get('c')
  @RequirePermission('read:map')
  permitted() {}
  notAHandler() {}
}

@Controller('forgotten')
class ForgottenController {
  @Get()
  list() {}
}

@WebSocketGateway()
class ForgottenGateway {
  @SubscribeMessage('declared')
  @SignedIn()
  declared() {}
  @SubscribeMessage('forgotten')
  said() {}
}

const start = (controllers: (new () => object)[], gateways: (new () => object)[] = []) => {
  @Module({ imports: [DiscoveryModule], controllers, providers: [AccessDeclarations, ...gateways] })
  class Root {}
  return Test.createTestingModule({ imports: [Root] })
    .compile()
    .then((module) => module.init())
}

describe('start', () => {
  it('fails at a handler that does not say who may call it, and names it', async () => {
    await expect(start([DeclaredController, ForgottenController])).rejects.toThrow(/ForgottenController\.list$/)
  })

  it('fails at a handler of socket messages that does not say who may send them', async () => {
    await expect(start([DeclaredController], [ForgottenGateway])).rejects.toThrow(/: ForgottenGateway\.said$/)
  })

  it('goes on when every handler says so', async () => {
    await (await start([DeclaredController])).close()
  })

  it('fails naming every variable that is wrong', async () => {
    const wrong = { DATABASE_URL: 'mysql://x', PORT: 'many', OIDC_ISSUER: 'here', EVENT_LOG: 'postgres' }
    await expect(startApi(wrong)).rejects.toThrow(/DATABASE_URL[\s\S]*PORT[\s\S]*OIDC_ISSUER/)
  })
})
