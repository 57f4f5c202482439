import { stat } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyInstance } from 'fastify'
import type { ApiConfiguration } from '../configuration.js'
import { BASEMAP_PATH, basemapAddress } from '../http/basemap-address.js'

/**
 * Cache time in seconds. It may be long, because the file hardly ever changes. Browsers recognise a changed file by its ETag.
 */
const A_DAY_S = 86_400
/**
 * Matches a header with several ranges. Such a request is refused, because its answer would be the whole file. Map programs
 * do not send such requests.
 */
const SEVERAL = /,/

/**
 * Serves the map file in ranges and without compression. The tiles in the file are already compressed, and a range of a
 * compressed file would have other bytes than the range of the file itself. No sign-in is needed, because the file contains
 * no vehicle data.
 */
export async function serveBasemap(app: NestFastifyApplication, configuration: ApiConfiguration): Promise<void> {
  if (basemapAddress(configuration) !== BASEMAP_PATH) return
  const file = path.resolve(configuration.BASEMAP)
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance()
  await fastify.register(async (own: FastifyInstance) => {
    await own.register(fastifyStatic, { root: path.dirname(file), serve: false, cacheControl: false })
    own.get(BASEMAP_PATH, { compress: false }, async (request, reply) => {
      if (SEVERAL.test(request.headers.range ?? '')) {
        return reply
          .code(416)
          .header('content-range', `bytes */${(await stat(file)).size}`)
          .send()
      }
      void reply.header('cache-control', `public, max-age=${A_DAY_S}`).type('application/vnd.pmtiles')
      return reply.sendFile(path.basename(file))
    })
  })
}
