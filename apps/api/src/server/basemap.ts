import { stat } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyInstance } from 'fastify'
import type { ApiConfiguration } from '../configuration.js'
import { BASEMAP_PATH, basemapAddress } from '../http/basemap-address.js'

/** Browsers ask for a few ranges of a file that hardly ever changes; a changed one is told by its ETag. */
const A_DAY_S = 86_400
/** Ranges together: no reader of maps asks so, and the whole file would be the answer. */
const SEVERAL = /,/

/**
 * Serves the one file that the map is drawn from, in ranges and as it lies: tiles are packed inside it, and a range of a packed
 * answer would be another range. Nobody signs in for it: it says nothing of any vehicle.
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
