import path from 'node:path'
import { type City, loadCity } from './fleet/index.js'
import { projectRoot } from './project-root.js'

let city: City | undefined

/** Returns the streets of Liechtenstein, loaded once per process. © OpenStreetMap contributors, ODbL 1.0. */
export function loadDemoCity(): City {
  city ??= loadCity(path.join(projectRoot, 'data/liechtenstein-roads.geojson.gz'))
  return city
}
