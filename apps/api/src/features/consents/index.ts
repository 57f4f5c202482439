export { ConsentsModule } from './consents.module.js'
