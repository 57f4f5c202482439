import { Controller, Get, Module } from '@nestjs/common'
import { DiscoveryModule } from '@nestjs/core'
import { Test } from '@nestjs/testing'
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

const start = (...controllers: (new () => object)[]) => {
  @Module({ imports: [DiscoveryModule], controllers, providers: [AccessDeclarations] })
  class Root {}
  return Test.createTestingModule({ imports: [Root] })
    .compile()
    .then((module) => module.init())
}

describe('start', () => {
  it('fails at a handler that does not say who may call it, and names it', async () => {
    await expect(start(DeclaredController, ForgottenController)).rejects.toThrow(/ForgottenController\.list$/)
  })

  it('goes on when every handler says so', async () => {
    await (await start(DeclaredController)).close()
  })

  it('fails naming every variable that is wrong', async () => {
    const wrong = { DATABASE_URL: 'mysql://x', PORT: 'many', OIDC_ISSUER: 'here', EVENT_LOG: 'postgres' }
    await expect(startApi(wrong)).rejects.toThrow(/DATABASE_URL[\s\S]*PORT[\s\S]*OIDC_ISSUER/)
  })
})
