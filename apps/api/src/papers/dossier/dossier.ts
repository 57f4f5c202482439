import type { PackedFile } from '../sheet.js'
import type { Dossier } from './dossier-shape.js'

export type { Dossier, View } from './dossier-shape.js'

/** Draws a dossier. Loads its drawing library on first use. */
export async function dossierFile(dossier: Dossier): Promise<PackedFile> {
  const { drawnDossier } = await import('./drawn-dossier.js')
  return drawnDossier(dossier)
}
