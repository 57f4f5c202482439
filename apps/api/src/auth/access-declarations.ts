import { Injectable, type OnModuleInit } from '@nestjs/common'
import { PATH_METADATA } from '@nestjs/common/constants.js'
import { DiscoveryService, MetadataScanner } from '@nestjs/core'
import { ACCESS_RULE } from './require-permission.decorator.js'

/** Ends the start when a handler does not say who may call it. */
@Injectable()
export class AccessDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype, name }) => {
      const prototype = (metatype as { prototype: Record<string, object> } | null)?.prototype
      if (!prototype) return []
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((method) => Reflect.hasMetadata(PATH_METADATA, prototype[method] ?? {}))
        .filter((method) => !Reflect.hasMetadata(ACCESS_RULE, prototype[method] ?? {}))
        .map((method) => `${name}.${method}`)
    })
    if (undeclared.length > 0) {
      throw new Error(`declare @RequirePermission, @SignedIn or @Public on: ${undeclared.join(', ')}`)
    }
  }
}
