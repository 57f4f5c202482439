export { TokensModule } from './tokens.module.js'
