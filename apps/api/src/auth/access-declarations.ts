import { Injectable, type OnModuleInit } from '@nestjs/common'
import { PATH_METADATA } from '@nestjs/common/constants.js'
import { DiscoveryService, MetadataScanner } from '@nestjs/core'
import { MESSAGE_METADATA } from '@nestjs/websockets/constants.js'
import { ACCESS_RULE } from './require-permission.decorator.js'

type Found = ReturnType<DiscoveryService['getProviders']>[number]

/** Makes the API fail to start when a handler does not declare who may call it. */
@Injectable()
export class AccessDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const operations = this.undeclared(this.discovery.getControllers(), PATH_METADATA)
    const messages = this.undeclared(this.discovery.getProviders(), MESSAGE_METADATA)
    const undeclared = [...operations, ...messages]
    if (undeclared.length > 0) {
      throw new Error(`declare @RequirePermission, @SignedIn or @Public on: ${undeclared.join(', ')}`)
    }
  }

  /**
   * Returns the handlers without a declaration.
   * @param mark metadata key that makes a method a handler
   */
  private undeclared(found: Found[], mark: string): string[] {
    return found.flatMap(({ metatype, name }) => {
      const prototype = (metatype as { prototype?: Record<string, object> } | null)?.prototype
      if (!prototype) return []
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((method) => Reflect.hasMetadata(mark, prototype[method] ?? {}))
        .filter((method) => !Reflect.hasMetadata(ACCESS_RULE, prototype[method] ?? {}))
        .map((method) => `${name}.${method}`)
    })
  }
}
