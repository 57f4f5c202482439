import type { Type } from '@nestjs/common'

/** Where `@ApiOperation` of @nestjs/swagger keeps what it was given; the package gives its name to nobody. */
const API_OPERATION = 'swagger/apiOperation'

/** What an operation is called in the API's description, where its handler names nothing else. */
export const operationId = (controller: string, method: string): string => `${controller.replace('Controller', '')}_${method}`

/** What the operation of a handler is called there. */
export function operationOf(controller: Type, handler: { readonly name: string }): string {
  const described = Reflect.getMetadata(API_OPERATION, handler) as { operationId?: string } | undefined
  return described?.operationId || operationId(controller.name, handler.name)
}
