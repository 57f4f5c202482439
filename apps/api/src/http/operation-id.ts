import type { Type } from '@nestjs/common'

/** Metadata key under which `@ApiOperation` of @nestjs/swagger stores its options. The package does not export the key. */
const API_OPERATION = 'swagger/apiOperation'

/** Returns the operation id that a handler has in the OpenAPI document by default. */
export const operationId = (controller: string, method: string): string => `${controller.replace('Controller', '')}_${method}`

/** Returns the operation id of a handler. */
export function operationOf(controller: Type, handler: { readonly name: string }): string {
  const described = Reflect.getMetadata(API_OPERATION, handler) as { operationId?: string } | undefined
  return described?.operationId || operationId(controller.name, handler.name)
}
