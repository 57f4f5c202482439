import { ResourceController, ResourceRoutes } from './index.js'
export { ResourceController, ResourceRoutes } from './resource-controller.js'
