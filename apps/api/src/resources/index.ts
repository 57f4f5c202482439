export { ResourceController, ResourceRoutes } from './resource-controller.js'
