export { PaymentsModule } from './payments.module.js'
export { type ProviderName, PROVIDERS } from './providers/payment-provider.js'
