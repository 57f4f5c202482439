import type { ApiConfiguration } from '../configuration.js'

/** Where the portal reads the file from that this process serves. */
export const BASEMAP_PATH = '/basemap.pmtiles'

const isAddress = (basemap: string) => /^https?:\/\//.test(basemap)

/** Where the portal finds the vector tiles; null where there are none, or raster tiles are shown instead. */
export function basemapAddress({ BASEMAP, TILE_URL }: Pick<ApiConfiguration, 'BASEMAP' | 'TILE_URL'>): string | null {
  if (BASEMAP === 'none' || TILE_URL !== 'none') return null
  return isAddress(BASEMAP) ? BASEMAP : BASEMAP_PATH
}
