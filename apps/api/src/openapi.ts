import type { INestApplication } from '@nestjs/common'
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger'
import { operationId } from './http/operation-id.js'
import { shareProblems } from './http/shared-problems.js'

export const API_VERSION = '1'

/** Builds the API's OpenAPI 3.1 document from the code. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const description =
    'Fleet and vehicle tracking. Bearer token: an access token of the identity provider, or an API token (`rbk_…`). ' +
    'Times are ISO 8601 UTC, distances metres, durations seconds, speeds km/h. Problems are RFC 9457.'
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Roadbook')
    .setDescription(description)
    .setVersion(API_VERSION)
    .addBearerAuth()
    .build()
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: operationId,
  })
  return inOrder(shareProblems(document))
}

/** Sorts paths, methods and shared names, so that the order of handlers in the code does not change the contract. */
function inOrder(document: OpenAPIObject): OpenAPIObject {
  const paths = sorted(document.paths)
  for (const path of Object.keys(paths)) paths[path] = sorted(paths[path] ?? {})
  const { schemas = {}, responses = {}, ...shared } = document.components ?? {}
  return { ...document, paths, components: { ...shared, schemas: sorted(schemas), responses: sorted(responses) } }
}

const sorted = <T extends object>(named: T): T =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))) as T

/** Serves the document at `/api/v1/openapi.json`, and a page to read and try it at `/api/docs`. Neither needs a sign-in. */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => buildOpenApi(app), {
    jsonDocumentUrl: 'api/v1/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Roadbook API',
  })
}
