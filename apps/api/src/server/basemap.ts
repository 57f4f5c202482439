import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyInstance } from 'fastify'
import type { ApiConfiguration } from '../configuration.js'

/** Where the portal reads the file from that this process serves. */
export const BASEMAP_PATH = '/basemap.pmtiles'
/** Browsers ask for a few ranges of a file that hardly ever changes; a changed one is told by its ETag. */
const A_DAY_S = 86_400

const isAddress = (basemap: string) => /^https?:\/\//.test(basemap)

/** Where the portal finds the vector tiles; null where there are none, or raster tiles are shown instead. */
export function basemapAddress({ BASEMAP, TILE_URL }: Pick<ApiConfiguration, 'BASEMAP' | 'TILE_URL'>): string | null {
  if (BASEMAP === 'none' || TILE_URL !== 'none') return null
  return isAddress(BASEMAP) ? BASEMAP : BASEMAP_PATH
}

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
    own.get(BASEMAP_PATH, { compress: false }, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${A_DAY_S}`).type('application/vnd.pmtiles').sendFile(path.basename(file)),
    )
  })
}
