import type { INestApplication } from '@nestjs/common'
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger'
import { operationId } from './http/operation-id.js'
import { shareProblems } from './http/shared-problems.js'
import { TAGS } from './openapi-tags.js'

export const API_VERSION = '1'

const DESCRIPTION = [
  'The API of Roadbook, for fleets and the vehicles in them. The portal uses the same API.',
  'Send `Authorization: Bearer rbk_…` with an API token from the portal, or an access token of the identity provider.',
  'Times are ISO 8601 in UTC, distances metres, durations seconds, speeds km/h.',
  'A request that fails answers with a problem (RFC 9457) in the language of `Accept-Language`.',
].join(' ')
const BEARER =
  'An API token (`rbk_…`), created in the portal under API tokens, or an access token (JWT) of the identity provider. ' +
  'An API token has the rights of its user, limited to its scope.'

/** Builds the API's OpenAPI 3.1 document from the code. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Roadbook API')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .addServer('/', 'This installation')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: BEARER })
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description)
  const { info, ...options } = builder.build()
  // The builder writes an empty contact, which is left out.
  const { contact: _, ...about } = info
  const document = SwaggerModule.createDocument(
    app,
    { ...options, info: about },
    {
      operationIdFactory: operationId,
    },
  )
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

/**
 * Settings of the page. Tags are closed at first, because an open page would show too many operations. A field filters the
 * operations by tag.
 */
const READER = {
  docExpansion: 'none',
  filter: true,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
}

/**
 * Serves the document at `/api/v1/openapi.json`. Serves a page for reading and trying it at `/api/docs`. Neither needs a
 * sign-in.
 */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => buildOpenApi(app), {
    jsonDocumentUrl: 'api/v1/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Roadbook API',
    swaggerOptions: READER,
    customCss: '.swagger-ui .topbar .link { display: none }',
  })
}
