export { BusinessesModule } from './businesses.module.js'
