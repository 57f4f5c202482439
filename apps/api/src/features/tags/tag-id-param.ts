import { ApiParam } from '@nestjs/swagger'

/** OpenAPI: the `{id}` of a path. */
export const TagId = () => ApiParam({ name: 'id', schema: { type: 'integer' } })
