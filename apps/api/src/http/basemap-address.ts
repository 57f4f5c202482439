import type { ApiConfiguration } from '../configuration.js'

/** Path of the map file that this process serves to the portal. */
export const BASEMAP_PATH = '/basemap.pmtiles'

const isAddress = (basemap: string) => /^https?:\/\//.test(basemap)

/**
 * Returns the address from which the portal loads vector tiles. Returns null when there are no vector tiles, or when raster
 * tiles are shown instead.
 */
export function basemapAddress({ BASEMAP, TILE_URL }: Pick<ApiConfiguration, 'BASEMAP' | 'TILE_URL'>): string | null {
  if (BASEMAP === 'none' || TILE_URL !== 'none') return null
  return isAddress(BASEMAP) ? BASEMAP : BASEMAP_PATH
}
