export { InsurancesModule } from './insurances.module.js'
