export { BaseMap, type Ground, type View } from './base-map.js'
export { BaseMapModule } from './base-map.module.js'
